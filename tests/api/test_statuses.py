"""Every status of the table is a problem document with its own code, whoever makes the answer."""

import json
import urllib.error
import urllib.request
import uuid
import zlib
from unittest import mock

import pytest
from django.db import InterfaceError, OperationalError
from django.test import override_settings

from common.tokens import token_create
from tests.api.client import Api
from tests.api.event import Event, report
from tests.factories import make_user
from tests.support.site import Site

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return Event.make()


def test_nobody_is_asked_who_they_are(event):
    answer = Api().post(event.at("/entries"), {"names": ["A"]})
    assert (answer.status, answer.code) == (401, "auth.required")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "text", ["krd_pat_x", "krd_pat_aaaaaaaa_" + "a" * 32 + "000000", "", "nonsense", "krd_dev_"]
)
def test_a_bad_token_is_refused_even_where_none_is_needed(event, text):
    answer = Api().get(event.url, Authorization=f"Bearer {text}")
    assert (answer.status, answer.code) == (401, "auth.token_invalid")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_credential_of_another_kind_is_not_ours_to_judge(event):
    assert Api().get(event.url, Authorization="Basic dTpw").status == 200
    assert Api().post(event.at("/entries"), {}, Authorization="Basic dTpw").status == 401


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/tournaments/", "/games/42/result", "/games/g0/result", "/tokens/x/y", "/%00", "/ "]
)
def test_an_address_that_is_not_there_is_a_problem_too(path):
    answer = Api().get(f"/api{path}" if path == "/" else path)
    assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize("number", ["0", "00", "9" * 9, "9" * 30, "-1", "1.0", "๑"])
def test_a_number_beyond_everything_is_not_there(event, number):
    for path in (f"/entries/{number}", f"/rounds/{number}", f"/rounds/{number}/pairings"):
        assert Api.of(event.director).get(event.at(path)).status == 404
    assert Api().get(f"/games/g{number}/result").status == 404


def test_a_page_that_is_not_there_stays_a_page(client):
    response = client.get("/nothing-here")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_method_that_an_address_does_not_take_is_told_which_it_takes(event, method):
    answer = Api.of(event.director).call(method, event.url)
    assert (answer.status, answer.code) == (405, "method.not_allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "PATCH"}


def test_answers_are_json_and_nothing_else(event):
    answer = Api().get(event.url, Accept="text/html")
    assert (answer.status, answer.code) == (406, "media_type.not_acceptable")
    assert Api().get(event.url, Accept="application/*").status == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x/y"])
def test_requests_are_json_and_nothing_else(event, kind):
    answer = Api.of(event.director).call("POST", event.game(), b"a=1", Content_Type=kind)
    assert (answer.status, answer.code) == (415, "media_type.not_supported")


def test_a_session_changes_nothing_without_the_pages_csrf_token(event):
    """Row 61."""
    bare = Api.session(event.director, csrf_checks=True)
    answer = bare.post(event.game(), report(dict.fromkeys(event.numbers(), 300)))
    assert (answer.status, answer.code) == (403, "auth.csrf_failed")
    assert bare.get(event.url).status == 200

    secret = "a" * 32
    bare._client.cookies["csrftoken"] = secret
    done = bare.post(event.game(), report(dict.fromkeys(event.numbers(), 300)), X_CSRFToken=secret)
    assert done.status == 201


def test_other_sites_are_given_nothing(event):
    answer = Api().get(event.url, Origin="https://elsewhere.example")
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


LOW = {"token_read": "3/min", "token_write": "2/min", "anonymous": "2/min"}


def _rates(settings_rest):
    return {**settings_rest, "DEFAULT_THROTTLE_RATES": LOW}


def test_too_many_requests_are_told_how_long_to_wait(event, settings):
    with override_settings(REST_FRAMEWORK=_rates(settings.REST_FRAMEWORK)):
        first, second, third = (Api().get(event.url) for _ in range(3))
    assert (first.headers["RateLimit-Limit"], first.headers["RateLimit-Remaining"]) == ("2", "1")
    assert second.status == 200
    assert (third.status, third.code) == (429, "throttled")
    assert 1 <= int(third.headers["Retry-After"]) <= 60
    assert third.headers["RateLimit-Remaining"] == "0"


def test_a_scoreboard_that_reads_too_much_keeps_no_result_out(event, settings):
    director = Api.of(event.director)
    with override_settings(REST_FRAMEWORK=_rates(settings.REST_FRAMEWORK)):
        statuses = [director.get(event.url).status for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        assert director.post(event.game(), report(dict.fromkeys(event.numbers(), 300))).status == 201
        assert Api.of(event.director).get(event.url).status == 200, "another token has a bucket of its own"


def test_a_copy_that_is_still_good_costs_nothing(event, settings):
    etag = Api().get(event.url).etag
    with override_settings(REST_FRAMEWORK=_rates(settings.REST_FRAMEWORK)):
        statuses = [Api().get(event.url, If_None_Match=etag).status for _ in range(6)]
    assert statuses == [304] * 6


def test_a_fault_of_ours_tells_nothing_but_its_number(event, caplog):
    with mock.patch("tournaments.api.events.page_of", side_effect=RuntimeError("krd_secret")):
        answer = Api().get("/tournaments", X_Request_ID="r-from-the-client")
    assert (answer.status, answer.code) == (500, "fault")
    assert answer["request_id"] == "r-from-the-client"
    assert "krd_secret" not in answer.raw.decode()
    assert "RuntimeError" in caplog.text


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_told_so_with_a_time_to_come_back(event, error):
    with mock.patch("tournaments.api.events.tournament_access", side_effect=error("server closed the connection")):
        answer = Api().get(event.url)
    assert (answer.status, answer.code) == (503, "service.unavailable")
    assert int(answer.headers["Retry-After"]) >= 1
    assert "server closed" not in answer.raw.decode()


def test_a_database_that_is_away_while_the_token_is_read_is_told_so_too(event):
    director = Api.of(event.director)
    with mock.patch("common.authentication.token_read", side_effect=OperationalError):
        assert director.get(event.url).status == 503


def test_a_site_without_its_database_says_so_to_everybody(tmp_path):
    """A real process whose database was never there: middleware, sessions and tokens included."""
    env = {"DATABASE_URL": f"postgres://kradan@/{tmp_path}/kradan"}
    site = Site(tmp_path / "site", env=env)
    try:
        site.wait_until_it_answers()
        token = "krd_pat_aaaaaaaa_" + "a" * 32
        token += f"{zlib.crc32(token.encode()) & 0xFFFFFF:06x}"
        for headers in ({}, {"Authorization": f"Bearer {token}"}, {"Cookie": f"sessionid={'a' * 32}"}):
            request = urllib.request.Request(f"{site.url}/api/v1/tournaments", headers=headers)
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=20)
            assert refused.value.code == 503, headers
            assert refused.value.headers["Content-Type"] == "application/problem+json"
            assert int(refused.value.headers["Retry-After"]) >= 1
            assert json.load(refused.value)["code"] == "service.unavailable"
    finally:
        site.stop()


@pytest.mark.parametrize("body", [None, {}, {"names": ["Ann"]}])
def test_a_problem_speaks_the_readers_language_and_its_code_stays(event, body):
    english = Api().post(event.at("/entries"), body)
    thai = Api().post(event.at("/entries"), body, Accept_Language="th")
    assert english.code == thai.code
    assert thai.headers["Content-Language"] == "th"


def test_secrets_stand_nowhere_but_in_their_one_answer(event, caplog):
    """Row 55."""
    row, text = token_create(label="x", user_id=event.director.pk, scopes=["pairing:read"])
    secret = text.split("_")[3]
    Api(text).get(event.url)
    Api(text[:-1] + ("0" if text[-1] != "0" else "1")).get(event.url)
    Api(text).get(f"{event.url}/nothing")
    row.refresh_from_db()
    assert secret[:32] not in str(row.__dict__)
    assert secret[:32] not in caplog.text
    assert secret[:32] not in str(row)


def test_an_account_that_was_barred_has_no_tokens(event):
    user = make_user()
    api = Api.of(user)
    assert api.get("/tokens").status == 200
    user.is_active = False
    user.save()
    assert api.get("/tokens").status == 401


def test_a_request_id_is_made_where_none_is_sent(event):
    answer = Api().get(f"/tournaments/{uuid.uuid4()}")
    assert answer["request_id"].startswith("r-")
    assert answer.headers["X-Request-ID"] == answer["request_id"]
