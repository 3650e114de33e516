"""`dev.py plays`: the best plays with a rack, or a sentence about what is wrong with it."""

import pytest
from django.core.management import CommandError, call_command


def said(capsys, *words: str, **options: object) -> str:
    call_command("plays", *words, **options)
    return capsys.readouterr().out


def test_the_best_plays_come_first_with_place_points_and_lines(capsys):
    lines = said(capsys, "--rack", "1 2 + 3 0 = 4 2", "--language", "en").splitlines()
    assert lines[0].split(maxsplit=1) == ["85", "8H 4 2 = 1 0 + 3 2  42=10+32  +40"]
    assert lines[-1] == "386 plays in all."


def test_a_record_says_where_to_go_on(capsys, tmp_path):
    record = tmp_path / "game.txt"
    head = "kradan game record 1\nruleset: summy@1\nside 1: Chai\nside 2: Dao\n\n"
    record.write_text(head + "1 | _ | 0,-3v 1 + 3 . 3\n", encoding="utf-8")
    with pytest.raises(CommandError, match="Line 6"):
        said(capsys, "--rack", "1 2 3 +", "--record", str(record), "--language", "en")
    record.write_text(head + "1 | _ | 0,-3v 1 + 2 . 3\n", encoding="utf-8")
    out = said(capsys, "--rack", "1 2 3 + =", "--record", str(record), "--language", "en")
    assert "plays in all." in out
    assert "." in out.splitlines()[1]


def test_a_rack_without_a_play_says_so(capsys):
    assert said(capsys, "--rack", "1 2", "--language", "en").strip() == "No play is possible."
    assert said(capsys, "--rack", "1 2", "--language", "th").strip() == "ไม่มีที่ให้ลงได้เลย"


@pytest.mark.parametrize(
    ("rack", "words"),
    [("1 ๕ +", "Tile 2"), ("1 2 3 4 5 6 7 8 9", "9"), ("20 20", "20"), ("?:5 =", "Tile 1")],
)
def test_a_rack_that_cannot_be_is_refused_with_the_tile(capsys, rack, words):
    with pytest.raises(CommandError, match=words):
        said(capsys, "--rack", rack, "--language", "en")


def test_no_time_is_told(capsys):
    out = said(capsys, "--rack", "1 2 + 3 0 = 4 2", "--seconds", "-1", "--language", "en")
    assert "There was no time to look at everything" in out


@pytest.mark.parametrize("seconds", ["nan", "inf", "soon"])
def test_a_time_without_an_end_is_refused(seconds):
    with pytest.raises(CommandError, match="seconds"):
        call_command("plays", "--rack", "1 = 1", "--seconds", seconds)
