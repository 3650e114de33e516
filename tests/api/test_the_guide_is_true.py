"""The curl commands of docs/api.md, run in their order as its reader would."""

import re
import shlex
from pathlib import Path

import pytest

from tests.api.client import Answer, Api
from tests.factories import make_user

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", " ")
    return [f"curl {rest}" for rest in re.split(r"^curl ", lines, flags=re.MULTILINE)[1:]]


def run(command: str, values: dict[str, str]) -> Answer:
    """What curl would do with this command after the shell has put the variables in."""
    # Inside single quotes the shell leaves a $ alone; '$NAME' there ends and opens them around it.
    filled = re.sub(r"\$([A-Z]+)", lambda found: values[found[1]], command.replace('"$ETAG"', "$ETAG"))
    words = shlex.split(filled)[1:]
    method, headers, body, address = "GET", {}, b"", ""
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _colon, value = words.pop(0).partition(": ")
            headers[name.replace("-", "_")] = value
        elif word == "-d":
            body = words.pop(0).encode()
        else:
            address = word
    return Api().call(method, address, body, **headers)


def test_every_command_of_the_guide_does_what_it_says():
    values = {"SITE": "", "TOKEN": Api.of(make_user()).token}
    answers = []
    for command in commands():
        answer = run(command, values)
        assert answer.status in (200, 201), (command, answer)
        answers.append(answer)
        if "/pairings" in command:
            pairing = answer["pairings"][0]
            first, second = (str(side["entry"]) for side in pairing["sides"])
            values |= {"GAME": pairing["game"], "FIRST": first, "SECOND": second}
        elif command.rstrip().endswith("/result"):
            values["ETAG"] = answer.etag.replace('"', '\\"')
    assert len(answers) == len(commands()) > 10
    table = answers[-1]
    best = table["rows"][0]
    assert (str(best["entry"]), best["spread"], best["points"]) == (values["FIRST"], 25, 2)
