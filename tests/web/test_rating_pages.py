"""Players and ratings as everybody sees them: what adds up, what is marked, and what stays hidden."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from ratings.models import RatedEvent, Rating, RatingHistory, RatingList
from ratings.services import event_refuse
from tests.factories import TEST, enter_named, make_division, make_tournament
from tests.services.ratings.support import event_of, play, played_division, rate, rating_of, the_list
from tournaments.models import Division
from tournaments.services.events import division_update, tournament_delete
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def page(client: Client, name: str, *where: object) -> str:
    answer = client.get(reverse(f"ratings:{name}", args=where))
    assert answer.status_code == 200
    return answer.content.decode()


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def number_of(name: str) -> int:
    return Player.objects.get(name=name).number


def settle(player: str) -> None:
    """As after many events: enough games, of late, and sure enough."""
    Rating.objects.filter(player__name=player).update(games=40, rd=60, day=datetime.date.today())
    RatingHistory.objects.filter(player__name=player).update(games=40, career_games=40)
    RatedEvent.objects.update(day=datetime.date.today(), over=True)


def next_run() -> None:
    """What was changed here by hand is the work of a run, so no page made before stands for it."""
    run = the_list().current_run
    assert run is not None
    run.pk = None
    run.save()
    RatingList.objects.update(current_run=run)


@pytest.fixture
def division() -> Division:
    division = played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 390, 300)], starts_on=DAY)
    rate()
    return division


def test_the_history_of_a_player_adds_up_as_it_is_read(client: Client, division: Division) -> None:
    play(division, 2, [("A", "C", 300, 420), ("B", "D", 300, 310)])
    second = make_division(make_tournament(starts_on=DAY + datetime.timedelta(days=50)), names=["A", "D"])
    play(second, 1, [("A", "D", 311, 300)])
    rate()
    html = page(client, "player", number_of("A"))
    rows = re.findall(
        r'<td class="num wide">([\d,]+)</td>\s*<td class="num">([+−\d,]+)</td>\s*<td class="num">([\d,]+)</td>',
        html,
    )
    assert len(rows) == 2
    figures = [[int(cell.replace(",", "").replace("−", "-")) for cell in row] for row in rows]
    assert all(before + change == after for before, change, after in figures)
    assert figures[0][0] == figures[1][2]
    assert figures[1][0] == 1500
    assert figures[0][2] == round(rating_of("A"))


def test_the_chart_ends_at_the_rating_the_table_ends_at(client: Client, division: Division) -> None:
    html = page(client, "player", number_of("A"))
    rating = round(rating_of("A"))
    assert '<text class="here" x="100%" dx="12" y="' in html
    assert re.search(rf'class="here"[^>]*>{rating}</text>', html)
    assert 'role="img"' in html
    assert "style=" not in html


def test_games_name_opponent_score_and_round(client: Client, division: Division) -> None:
    shown = text(page(client, "player", number_of("A")))
    assert "B 1 March 2026 · Round 1" in shown
    assert "400–300" in shown
    assert "+100" in shown


def test_a_player_nobody_has_seen_in_the_open_has_no_page(client: Client) -> None:
    hidden = make_division(make_tournament(public=False), names=["H", "I"])
    play(hidden, 1, [("H", "I", 400, 300)])
    rate()
    assert client.get(reverse("ratings:player", args=[number_of("H")])).status_code == 404
    assert client.get(reverse("ratings:player", args=[10**6])).status_code == 404
    assert "Nobody has played yet" in text(page(client, "players"))


def test_an_event_that_is_not_public_is_counted_but_not_named(client: Client, division: Division) -> None:
    secret = make_division(make_tournament(name="Secret final", public=False), names=["A", "B"], rounds_planned=1)
    round_ = play(secret, 1, [("A", "B", 500, 100)])
    rate()
    assert "An event that is not public" not in page(client, "player", number_of("A"))
    round_close(round_id=round_.pk, actor=TEST)
    rate()
    html = page(client, "player", number_of("A"))
    assert "An event that is not public" in html
    assert "Secret final" not in html
    assert "500–100" not in html
    assert "Secret final" not in page(client, "events", "amath")
    answer = client.get(reverse("ratings:event", args=["amath", event_of(secret).pk]))
    assert answer.status_code == 404


def test_a_deleted_event_is_shown_as_corrected(client: Client, division: Division) -> None:
    gone = played_division("AB", [("A", "B", 300, 400)], rounds_planned=1, starts_on=DAY + datetime.timedelta(1))
    round_close(round_id=gone.rounds.get().pk, actor=TEST)
    rate()
    tournament_delete(tournament_id=gone.tournament_id, expected_games=1, actor=TEST)
    rate()
    shown = page(client, "player", number_of("A"))
    assert "Corrected since" in shown
    assert "<del>" in shown
    assert re.search(rf'class="here"[^>]*>{round(rating_of("A"))}</text>', shown)


def test_a_corrected_result_shows_what_was_published_before(client: Client) -> None:
    division = played_division("AB", [("A", "B", 400, 300)], rounds_planned=1, starts_on=DAY)
    round_close(round_id=division.rounds.get().pk, actor=TEST)
    rate()
    published = round(rating_of("A"))
    enter_named(division.rounds.get(), "A", 300, 400, may_correct=True, reason="sheet added again")
    rate()
    html = page(client, "player", number_of("A"))
    assert f"<del>{published:,}</del>" in html
    assert text(html).count("School cup") >= 2


def test_newcomers_are_provisional_and_have_no_rank(client: Client, division: Division) -> None:
    html = page(client, "list", "amath")
    assert html.count('<span class="badge pending">Provisional</span>') == 4
    assert "Nobody is ranked yet" in html
    assert not re.search(r'<th class="rank" scope="row">\d', html)


def test_a_settled_player_is_ranked_and_equal_ratings_share_a_rank(client: Client, division: Division) -> None:
    for name in "ABC":
        settle(name)
    Rating.objects.filter(player__name__in=["A", "C"]).update(rating=1700.2)
    next_run()
    shown = page(client, "list", "amath")
    ranks = re.findall(r'<th class="rank" scope="row">([^<]*)</th>\s*<td class="who"><a[^>]*>(\w+)</a>', shown)
    assert ranks == [("1=", "A"), ("1=", "C"), ("3", "B")]
    assert "D</a>" not in shown
    everybody = client.get(reverse("ratings:list", args=["amath"]) + "?show=all").content.decode()
    assert "D</a>" in everybody


def test_somebody_long_away_has_no_rank(client: Client, division: Division) -> None:
    settle("A")
    RatedEvent.objects.update(day=datetime.date.today() - datetime.timedelta(days=900))
    next_run()
    assert "Away" in page(client, "list", "amath")


def test_a_hidden_name_is_not_found_by_its_letters(client: Client, division: Division) -> None:
    Player.objects.filter(name="A").update(name="Anan Rakthai", match_key="anan rakthai", public_name_mode="number")
    Player.objects.filter(name="B").update(name="Boon Meesuk", match_key="boon meesuk", public_name_mode="initial")
    number = number_of("Anan Rakthai")
    find = reverse("ratings:players") + "?q="
    assert "No player has that" in text(client.get(find + "rakthai").content.decode())
    assert f"#{number}" in client.get(f"{find}{number}").content.decode()
    assert "No player has that" in text(client.get(find + "meesuk").content.decode())
    assert "Boon M." in client.get(find + "boon").content.decode()
    for address in ("players", "lists"):
        assert "Rakthai" not in page(client, address)
    assert "Rakthai" not in page(client, "list", "amath")
    assert "Rakthai" not in page(client, "player", number)
    assert "Rakthai" not in page(client, "event", "amath", event_of(division).pk)


def test_an_event_tells_what_it_did_and_what_was_not_rated(client: Client, division: Division) -> None:
    round_ = play(division, 2, [("A", "C", 300, 420), ("B", "D", 300, 310)])
    assert round_.number == 2
    late = make_division(names=["X", "Y", "Z"])
    play(late, 1, [("X", "Y", 400, 300)])
    rate()
    html = page(client, "event", "amath", event_of(late).pk)
    assert "Round 1" in text(html)
    assert "A bye" in text(html)
    assert "Counts so far" in html
    assert "+" in text(html)


def test_an_event_that_does_not_count_says_so(client: Client, division: Division) -> None:
    event_refuse(event_id=event_of(division).pk, actor=TEST)
    rate()
    assert "Does not count" in page(client, "events", "amath")
    assert "This event does not count for the list." in text(page(client, "event", "amath", event_of(division).pk))
    assert "No game has been rated yet" in text(page(client, "lists"))


def test_a_page_that_was_kept_follows_the_next_run(client: Client, division: Division) -> None:
    before = page(client, "list", "amath")
    answer = client.get(reverse("ratings:list", args=["amath"]))
    etag = answer["ETag"]
    unchanged = client.get(reverse("ratings:list", args=["amath"]), headers={"if-none-match": etag})
    assert unchanged.status_code == 304
    enter_named(division.rounds.get(), "A", 300, 500, reason="sheet added again")
    rate()
    changed = client.get(reverse("ratings:list", args=["amath"]), headers={"if-none-match": etag})
    assert changed.status_code == 200
    assert changed.content.decode() != before


def test_where_entries_are_not_public_the_event_names_nobody(client: Client, division: Division) -> None:
    division_update(division_id=division.pk, actor=TEST, entries_public=False, pairings_public=False)
    html = page(client, "event", "amath", event_of(division).pk)
    assert reverse("ratings:player", args=[number_of("A")]) not in html
    assert client.get(reverse("ratings:player", args=[number_of("A")])).status_code == 404
    assert "Not public" in page(client, "list", "amath")


def test_lists_and_pages_that_do_not_exist_are_404(client: Client, division: Division) -> None:
    for address in (
        "/ratings/chess/",
        "/ratings/chess/events/",
        "/ratings/amath/events/999999/",
        "/ratings/amath/?page=9",
    ):
        assert client.get(address).status_code == 404
