"""An app asks what it may do before it shows its buttons; what it is told is what the other addresses answer."""

import pytest

from common.scopes import SCOPES
from common.tokens import token_create
from players.models import User
from tests.api.client import Answer, Api
from tests.api.event import Event, report
from tests.api.table import make_device
from tests.factories import make_entry, make_tournament
from tournaments.models import Role

pytestmark = pytest.mark.django_db

NOTHING = {"look": False, "score": False, "run": False, "direct": False}
ALL = dict.fromkeys(NOTHING, True)


@pytest.fixture
def event() -> Event:
    return Event.make()


def told(event: Event, api: Api) -> Answer:
    answer = api.get(f"{event.url}/access")
    assert answer.status == 200, answer
    return answer


def test_nobody_is_told_that_reading_is_all(event):
    assert told(event, Api()).body == {
        "tournament": event.tournament.slug,
        "kind": "anonymous",
        "scopes": None,
        "expires_at": None,
        "rights": NOTHING,
        "device": None,
        "entries": [],
    }


@pytest.mark.parametrize(
    ("person", "rights"),
    [
        ("stranger", NOTHING),
        ("player_outside", NOTHING),
        ("other_director", NOTHING),
        ("viewer", {**NOTHING, "look": True}),
        ("scorer", {**NOTHING, "look": True, "score": True}),
        ("assistant", {**ALL, "direct": False}),
        ("director", ALL),
        ("superuser", ALL),
    ],
)
def test_a_session_may_what_its_role_may(event, person, rights):
    answer = told(event, Api.session(getattr(event.cast, person)))
    assert (answer["kind"], answer["scopes"], answer["rights"]) == ("session", None, rights)


@pytest.mark.parametrize(
    ("scopes", "rights"),
    [
        (("pairing:read",), {**NOTHING, "look": True}),
        (("result:submit", "result:confirm"), {**NOTHING, "look": True, "score": True}),
        (("tournament:direct",), ALL),
        (tuple(SCOPES), ALL),
    ],
)
def test_a_token_may_no_more_than_it_was_made_for(event, scopes, rights):
    answer = told(event, Api.of(event.cast.director, scopes))
    assert (answer["kind"], answer["scopes"], answer["rights"]) == ("token", sorted(scopes), rights)


def test_a_token_may_no_more_than_its_owner(event):
    assert told(event, Api.of(event.cast.scorer, ("tournament:direct",)))["rights"] == {
        **NOTHING,
        "look": True,
        "score": True,
    }


@pytest.mark.parametrize("person", ["stranger", "viewer", "scorer", "assistant", "director"])
@pytest.mark.parametrize("scopes", [("pairing:read",), ("result:submit",), ("tournament:direct",)])
def test_what_it_says_is_what_happens(event, person, scopes):
    api = Api.of(getattr(event.cast, person), scopes)
    rights = told(event, api)["rights"]
    scores = report(dict.fromkeys(event.numbers(), 300))
    done = {
        "look": api.get(event.at("/rules")).status == 200,
        "score": api.post(event.game(), scores).status == 201,
        "run": api.post(event.at("/entries"), {"names": ["New Name"]}).status == 201,
        "direct": api.get(f"{event.url}/devices").status == 200,
    }
    assert rights == done


def test_a_device_is_told_its_tables_and_how_long(event):
    answer = told(event, make_device(event, tables=(1, 2), label="Table 1", scopes=("game:read", "game:record")))
    assert (answer["kind"], answer["scopes"]) == ("device", ["game:read", "game:record"])
    assert (answer["rights"], answer["entries"]) == (NOTHING, [])
    device = answer["device"]
    assert device.pop("device").startswith("d_")
    assert device == {"label": "Table 1", "division": event.division.slug, "tables": [1, 2]}
    assert answer["expires_at"] is not None


def test_a_device_of_another_event_finds_nothing(event):
    other = Event.make()
    there, nowhere = make_device(other).get(f"{event.url}/access"), make_device(other).get("/tournaments/no/access")
    assert (there.status, nowhere.status, there.code) == (404, 404, "not_found")
    assert there["title"] == nowhere["title"]


def _player(event: Event) -> User:
    member = event.pairing().seats.get(place=0).entry.members.get().player
    type(member).objects.filter(user=event.cast.player_inside).update(user=None)
    member.user = event.cast.player_inside
    member.save(update_fields=["user"])
    user: User = event.cast.player_inside
    return user


def test_a_player_is_told_the_own_entries(event):
    user, own = _player(event), event.numbers()[0]
    mine = [{"division": event.division.slug, "entry": own}]
    for api in (Api.session(user), Api.of(user, ("result:submit",))):
        answer = told(event, api)
        assert (answer["entries"], answer["rights"]) == (mine, NOTHING)
    other = Event.make()
    make_entry(other.division, "Somebody")
    assert told(other, Api.session(user))["entries"] == []
    assert _nothing(told(event, Api.of(user, scope_key=other.tournament.log_chain)))
    assert told(event, Api.of(user, scope_key=event.tournament.log_chain))["entries"] == mine
    _row, for_nothing = token_create(label="test", user_id=user.pk, scopes=[])
    assert _nothing(told(event, Api(for_nothing)))


def _nothing(answer: Answer) -> bool:
    return (answer["scopes"], answer["rights"], answer["entries"]) == ([], NOTHING, [])


def test_a_token_of_another_event_is_good_for_nothing_here(event):
    other = make_tournament()
    Role.objects.create(user=event.director, tournament=other, role=Role.Kind.DIRECTOR)
    assert _nothing(told(event, Api.of(event.director, scope_key=other.log_chain)))


def test_an_event_that_is_not_public_is_there_for_its_staff_alone():
    hidden = Event.make(public=False)
    assert told(hidden, Api.of(hidden.cast.viewer))["rights"]["look"] is True
    for api in (Api(), Api.of(hidden.cast.stranger), Api.of(hidden.cast.other_director)):
        assert api.get(f"{hidden.url}/access").status == 404


def test_a_right_that_was_taken_shows_at_once(event):
    api = Api.of(event.cast.assistant)
    before = told(event, api)
    assert api.get(f"{event.url}/access", If_None_Match=before.etag).status == 304
    Role.objects.filter(user=event.cast.assistant).update(role=Role.Kind.VIEWER)
    after = api.get(f"{event.url}/access", If_None_Match=before.etag)
    assert (after.status, after["rights"]) == (200, {**NOTHING, "look": True})
