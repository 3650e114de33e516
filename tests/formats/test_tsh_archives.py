import pytest

from tournaments.formats.tsh import TshError, is_archive, join_archive, read_tsh, split_archive

ARCHIVE = (
    b"# an event in one file\r\n"
    b"#begin_file name=config.tsh\r\n"
    b"division a a.t\r\n"
    b"#end_file name=config.tsh\r\n"
    b"\r\n"
    b"#begin_file name=a.t\r\n"
    b"# players\r\n"
    b"A  1 0; 50\r\n"
    b"#end_file name=a.t\r\n"
)


def test_an_archive_is_files_between_begin_and_end_lines():
    assert is_archive(ARCHIVE)
    files = split_archive(ARCHIVE)
    assert files == {"config.tsh": b"division a a.t\n", "a.t": b"# players\nA  1 0; 50\n"}
    assert read_tsh(files).divisions[0].entries[0].name == "A"


def test_a_player_file_is_no_archive():
    assert not is_archive(b"A  1 0; 50\n# begin_file name=a.t\n")


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf" + ARCHIVE, ARCHIVE.replace(b"\r\n", b"\r")])
def test_a_byte_order_mark_and_other_line_ends_do_not_matter(data):
    assert is_archive(data)
    assert split_archive(data) == split_archive(ARCHIVE)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("#begin_file name=a.t\nA 1\n", 1, "tsh.archive_open"),
        ("#begin_file name=a.t\n#begin_file name=b.t\n#end_file name=b.t\n", 2, "tsh.archive_nested"),
        ("#begin_file name=a.t\n#end_file name=b.t\n", 2, "tsh.archive_end"),
        ("#end_file name=b.t\n", 1, "tsh.archive_end"),
        ("#begin_file name=../a.t\n#end_file name=../a.t\n", 1, "tsh.unsafe_path"),
        ("stray\n#begin_file name=a.t\n#end_file name=a.t\n", 1, "tsh.archive_stray"),
        (
            "#begin_file name=a.t\n#end_file name=a.t\n#begin_file name=a.t\n#end_file name=a.t\n",
            3,
            "tsh.archive_twice",
        ),
    ],
)
def test_a_broken_archive_is_refused_with_its_line(text, line, code):
    with pytest.raises(TshError) as error:
        split_archive(text.encode(), file="event.txt")
    assert (error.value.file, error.value.line, error.value.code) == ("event.txt", line, code)


@pytest.mark.parametrize("files", [{"../a.t": b""}, {"a.t": b"x\n#end_file name=a.t\n"}])
def test_what_would_not_come_back_is_not_written(files):
    with pytest.raises(ValueError, match=r"^tsh\."):
        join_archive(files)
