"""The OpenAPI document: committed, complete, with examples that fit; and the list of codes that all goes by."""

import ast
import re
from pathlib import Path

import pytest
import yaml

from common.problem_codes import PROBLEMS
from config.api import document
from tests.api.client import described, schema_errors
from tournaments.api.answers import DivisionOut
from tournaments.api.shapes import DivisionChange
from tournaments.services.events import SETTINGS

PROJECT = Path(__file__).resolve().parents[2]
OPERATIONS = [
    pytest.param(operation, id=operation["operationId"])
    for methods in described()["paths"].values()
    for operation in methods.values()
]


def test_the_committed_document_is_that_of_the_program():
    committed = (PROJECT / "docs" / "openapi.yaml").read_text()
    remedy = "run: python3 dev.py spectacular --file docs/openapi.yaml"
    assert yaml.safe_load(committed) == described(), remedy
    assert committed == document().decode(), remedy


def test_the_document_is_a_valid_one():
    from drf_spectacular.validation import validate_schema

    validate_schema(described())


def test_the_document_names_no_host():
    assert "://" not in document().decode()


def test_every_operation_has_a_name_of_its_own():
    names = [param.values[0]["operationId"] for param in OPERATIONS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_examples_that_fit_their_shapes(operation):
    sent = operation.get("requestBody", {}).get("content", {})
    answered = [
        content
        for status, response in operation["responses"].items()
        if status < "300" and status != "204"
        for content in response["content"].values()
    ]
    assert answered or "204" in operation["responses"]
    for content in [*sent.values(), *answered]:
        assert content["examples"], operation["operationId"]
        for example in content["examples"].values():
            assert not schema_errors(example["value"], content["schema"])


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_says_what_it_is_and_which_codes_it_answers(operation):
    assert operation["summary"]
    assert operation["description"]
    codes = set(operation["x-problem-codes"])
    assert codes <= PROBLEMS.keys()
    statuses = {str(PROBLEMS[code].status) for code in codes}
    assert statuses == {status for status in operation["responses"] if status >= "400"}
    always = {"auth.token_invalid", "media_type.not_acceptable", "throttled", "fault", "service.unavailable"}
    assert always <= codes
    public = {} in operation["security"]
    assert public == ("auth.required" not in codes)
    if "requestBody" in operation:
        assert {"request.unreadable", "request.too_large", "media_type.not_supported", "field.unknown"} <= codes
    if any(parameter["in"] == "path" for parameter in operation.get("parameters", ())):
        assert "not_found" in codes


def test_every_setting_of_a_division_is_told_and_can_be_changed():
    assert set(SETTINGS) <= set(DivisionOut().fields)
    assert set(SETTINGS) == set(DivisionChange().fields)


# --- Codes -------------------------------------------------------------------------------------------------

_CODE = re.compile(r"[a-z_]+\.[a-z_]+")
#: Where an error with a code is made: the first argument that looks like one is the code.
_MAKERS = {
    "Unreadable",
    "NotAllowed",
    "Conflict",
    "Refused",
    "Item",
    "TooLarge",
    "Required",
    "Failed",
    "_invalid",
} | {"Gone", "TooMany"}


def _made_in(folder: str) -> set[str]:
    found: set[str] = set()
    where = PROJECT / folder
    for path in where.rglob("*.py") if where.is_dir() else [where]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _MAKERS and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and _CODE.fullmatch(str(first.value)):
                    found.add(first.value)
    return found


def test_every_code_that_the_api_makes_is_listed():
    for folder in ("tournaments/api", "ratings/api", "games/api", "common"):
        assert _made_in(folder) <= PROBLEMS.keys(), folder


#: Codes of the services that the API uses which it never answers: 404 has one answer, a stale copy is 412, and
#: what the shapes refuse does not reach the services.
_NEVER_ANSWERED = {
    "division.missing",
    "entry.missing",
    "pairing.missing",
    "result.missing",
    "round.missing",
    "entry.stale",
    "result.stale",
    "round.stale",
    "rule.stale",
    "absence.stale",
    "rule.kind_unknown",
    "absence.kind_unknown",
    "draft.table_out_of_range",
    "division.setting_unknown",
    "entry.number_out_of_range",
    "entry.rating_out_of_range",
    "pairing.system_unknown",
    "player.public_name_unknown",
    "ruleset.unknown",
    "device.missing",
    # Acts that only the pages have.
    "device.tables_invalid",
    "entry.has_games",
    "entry.in_draft",
    "entry.order_incomplete",
    "tournament.has_more_games",
}


@pytest.mark.parametrize(
    "module",
    [
        *(
            "entering",
            "events",
            "registration",
            "reports",
            "results",
            "roster",
            "rounds",
            "touch",
            "devices",
            "pins",
        ),
        *("constraints", "draft_steps", "draft_store", "drafts", "plans", "relaxing"),
    ],
)
def test_every_code_of_the_services_behind_the_api_is_listed(module):
    assert _made_in(f"tournaments/services/{module}.py") - _NEVER_ANSWERED <= PROBLEMS.keys()


def test_every_listed_code_is_made_somewhere():
    source = "".join(
        path.read_text()
        for folder in ("common", "games", "players", "tournaments", "ratings")
        for path in (PROJECT / folder).rglob("*.py")
        if path.name != "problem_codes.py"
    )
    by_the_library = {code for code in PROBLEMS if code.startswith("field.")}
    assert {code for code in PROBLEMS if f'"{code}"' not in source} - by_the_library == set()


def test_the_guide_lists_every_code_with_its_status():
    guide = (PROJECT / "docs" / "api.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z0-9_.]+)` \| (\d*) \|", guide, re.MULTILINE))
    assert rows == {code: str(kind.status or "") for code, kind in PROBLEMS.items()}


@pytest.mark.django_db
def test_every_code_has_a_page(client):
    for code in PROBLEMS:
        response = client.get(f"/problems/{code}")
        assert response.status_code == 200, code
        assert f"<code>{code}</code>" in response.content.decode()


@pytest.mark.django_db
def test_a_code_that_nobody_answers_has_no_page(client):
    assert client.get("/problems/no.such_code").status_code == 404


def test_the_document_is_served_in_both_forms(client):
    served = client.get("/api/v1/schema")
    assert served.status_code == 200
    assert yaml.safe_load(served.content) == described()
    assert client.get("/api/v1/schema.json").json() == described()
