"""What an event did to ratings, and why: every game's share, in figures that add up as they are read."""

import csv
import datetime
import io
import re

import pytest
from django.test import Client

from players.models import Player
from ratings.models import Rating, RatingHistory, RatingList
from ratings.selectors.event_lines import event_lines
from ratings.selectors.why import why
from tests.factories import TEST, enter_named, make_division, make_tournament
from tests.services.ratings.support import event_of, play, played_division, rate, the_list
from tests.web.test_rating_pages import number_of, text
from tournaments.models import Division
from tournaments.services.events import division_update
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)
FIRST = [("A", "B", 400, 300), ("C", "D", 390, 300)]
SECOND = [("A", "C", 300, 420), ("B", "D", 310, 310)]


@pytest.fixture(params=["glicko_margin", "glicko2", "elo", "naspa"])
def system(request: pytest.FixtureRequest, db: None) -> str:
    RatingList.objects.create(slug="amath", name="A-Math", ruleset="amath", system=request.param)
    return str(request.param)


def two_events() -> Division:
    """The second of two events that are over; the first made everybody's ratings differ."""
    for day, rounds in ((DAY, [FIRST, SECOND]), (DAY + datetime.timedelta(60), [SECOND, FIRST])):
        division = played_division("ABCD", *rounds, rounds_planned=2, starts_on=day)
        round_close(round_id=division.rounds.get(number=2).pk, actor=TEST)
        rate()
    return division


def page(client: Client, division: Division, more: str = "") -> str:
    answer = client.get(f"/ratings/amath/events/{event_of(division).pk}/{more}")
    assert answer.status_code == 200
    return answer.content.decode()


def tenths(shown: str) -> int:
    return round(10 * float(shown.replace("−", "-").replace(",", "")))


def test_shares_and_the_rest_add_up_to_the_change_in_every_system(system: str, client: Client) -> None:
    division = two_events()
    event = event_of(division)
    for name in "ABCD":
        line = RatingHistory.objects.get(event=event, player__name=name)
        answer = why(event, line.player)
        assert answer is not None, (system, name)
        total = sum(share.points for share in answer.shares) + sum(points for _code, points in answer.rest)
        assert total == pytest.approx(answer.change, abs=1e-6)
        assert answer.expected == pytest.approx(line.expected, abs=1e-6)
        assert answer.actual == pytest.approx(line.actual, abs=1e-6)
        html = page(client, division, f"why/{line.player.number}/")
        body = html[html.index("<tbody>") : html.index("</table>")]
        read = [tenths(cell) for cell in re.findall(r'<td class="num">([^<]+)</td>\s*</tr>', body)]
        assert len(read) >= 3
        assert sum(read[:-1]) == read[-1] == 10 * answer.change
        assert "From 2 games" in text(html)


def test_only_a_list_with_deviations_says_that_the_unsure_move_further(system: str, client: Client) -> None:
    said = "a rating that is not sure yet moves further" in page(client, two_events(), "why/1/")
    assert said == system.startswith("glicko")


def test_each_game_is_told_with_the_ratings_of_then(client: Client) -> None:
    division = two_events()
    html = text(page(client, division, f"why/{number_of('A')}/"))
    assert "Round 1 · lost by 120" in html
    assert "Round 2 · won by 100" in html
    assert "of a game was expected" in html
    assert "did the most against it" in html
    event = event_of(division)
    answer = why(event, Player.objects.get(name="A"))
    assert answer is not None
    other = RatingHistory.objects.get(event=event, player__name="C")
    assert answer.shares[0].other == round(other.before)
    assert answer.shares[0].other_rd == round(other.rd_before)


def test_a_result_changed_since_is_not_explained_by_old_numbers(client: Client) -> None:
    division = two_events()
    enter_named(division.rounds.get(number=1), "A", 500, 300, may_correct=True, reason="sheet added again")
    assert "Results have changed since" in text(page(client, division, f"why/{number_of('A')}/"))
    rate()
    assert "won by 200" in text(page(client, division, f"why/{number_of('A')}/"))


def test_parameters_of_a_list_changed_since_do_not_change_the_explanation(client: Client) -> None:
    division = two_events()
    RatingList.objects.update(parameters={"scale": 100})
    assert "lost by 120" in text(page(client, division, f"why/{number_of('A')}/"))


def test_what_is_not_public_is_not_explained(client: Client) -> None:
    division = two_events()
    number = number_of("A")
    where = f"/ratings/amath/events/{event_of(division).pk}/"
    assert client.get(f"{where}why/{number}/").status_code == 200
    for part in ("entries_public", "pairings_public", "standings_public"):
        division_update(division_id=division.pk, actor=TEST, **{part: False})
        assert client.get(f"{where}why/{number}/").status_code == 404
        lines = 404 if part != "pairings_public" else 200
        assert client.get(f"{where}csv/").status_code == lines
        assert ('class="plain event-lines"' in client.get(where).content.decode()) == (lines == 200)
        division_update(division_id=division.pk, actor=TEST, **{part: True})
    division.tournament.is_public = False
    division.tournament.save()
    for more in ("", "csv/", f"why/{number}/"):
        assert client.get(where + more).status_code == 404


def test_a_player_the_event_did_nothing_to_has_no_explanation(client: Client) -> None:
    division = two_events()
    make_division(make_tournament(), names=["Z"])
    where = f"/ratings/amath/events/{event_of(division).pk}/why"
    assert client.get(f"{where}/{number_of('Z')}/").status_code == 404
    assert client.get(f"{where}/999999/").status_code == 404


def test_a_hidden_name_stands_on_no_page_of_an_event(client: Client) -> None:
    division = two_events()
    Player.objects.filter(name="C").update(name="Chai Secretson", public_name_mode="number")
    for more in ("", "?order=name", "csv/", f"why/{number_of('A')}/", f"why/{number_of('Chai Secretson')}/"):
        assert "Secretson" not in page(client, division, more)


def test_performances_are_of_wins_against_the_ratings_before() -> None:
    division = two_events()
    lines = {line.player.name: line for line in event_lines(event_of(division))}
    assert (lines["A"].performance, lines["A"].clean) != (None, "won")
    assert lines["C"].clean == "won"
    assert lines["C"].performance is None
    before = {name: lines[name].before for name in "BC"}
    assert lines["A"].performance == pytest.approx(sum(before.values()) / 2, abs=1)


def test_an_event_is_sorted_by_the_head_that_is_followed(client: Client) -> None:
    division = two_events()

    def order(query: str) -> list[str]:
        html = page(client, division, query)
        return re.findall(r'<td class="who"><a[^>]*>(\w)</a>', html)

    assert order("?order=name") == ["A", "B", "C", "D"]
    by_change = {line.player.name: line.change for line in event_lines(event_of(division))}
    changes = [by_change[name] for name in order("?order=change")]
    assert changes == sorted(changes, reverse=True)
    assert 'aria-sort="descending"' in page(client, division, "?order=change")
    assert order("?order=nonsense") == order("")


def test_values_that_were_corrected_stay_and_are_marked(client: Client) -> None:
    division = two_events()
    event = event_of(division)
    old = RatingHistory.objects.get(event=event, player__name="A")
    enter_named(division.rounds.get(number=1), "A", 500, 300, may_correct=True, reason="sheet added again")
    rate()
    html = page(client, division)
    assert "Corrected since" in text(html)
    assert f"<del>{round(old.after):,}</del>" in html
    rows = list(csv.DictReader(io.StringIO(page(client, division, "csv/").lstrip("\ufeff"))))
    assert [row["after"] for row in rows if row["state"] == "superseded" and row["name"] == "A"] == [
        str(round(old.after))
    ]
    assert {row["state"] for row in rows} == {"published", "superseded"}


def test_an_event_in_play_is_marked_as_a_projection(client: Client) -> None:
    division = played_division("ABCD", FIRST, rounds_planned=2, starts_on=DAY)
    rate()
    assert "This event is in play" in page(client, division)
    assert "This event is in play" in page(client, division, f"why/{number_of('A')}/")
    assert "the rating began at 1,500" in text(page(client, division, f"why/{number_of('A')}/"))
    assert Rating.objects.filter(rating_list=the_list()).count() == 4


def test_the_pages_answer_304_to_who_has_them(client: Client) -> None:
    division = two_events()
    where = f"/ratings/amath/events/{event_of(division).pk}/"
    for address in (where, f"{where}why/{number_of('A')}/", "/ratings/amath/?show=all&since=event"):
        etag = client.get(address)["ETag"]
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304


def test_a_round_published_but_not_played_explains_what_was(client: Client) -> None:
    division = played_division("ABCD", FIRST, rounds_planned=3, starts_on=DAY)
    play(division, 2, SECOND)
    rate()
    assert "From 2 games" in text(page(client, division, f"why/{number_of('A')}/"))
