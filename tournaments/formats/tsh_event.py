"""What TSH files mean: an event in neutral words, which the import service turns into rows."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.standings import EntryInfo, Line, Outcome, StandingsRules

from .text import TextError, decode
from .tsh_config import TshConfig, TshDivisionRef, parse_config
from .tsh_issues import Severity, TshError, TshIssue, raise_errors
from .tsh_players import MAX_NAME, TshDivision, TshPlayer, parse_players
from .tsh_rounds import ImportedRound, read_rounds
from .tsh_settings import bye_spread, standings_rules

# `Surname, Given:AA000003/2`: a federation's id and a running number behind the name.
_NAME = re.compile(r"(?P<name>.*?)(?::(?P<id>[A-Z]{2}[0-9]{6}))?(?:/(?P<copy>[0-9]+))?\s*")
# Keys that bear on results and that we do not carry over: said, so that nobody misses them later.
_LEFT_OUT = ("initrec", "rprov", "handicap")


@dataclass(frozen=True, slots=True)
class ImportedEntry:
    """A player of a division. `name` is given name first, `written` as the file has it without suffixes;
    `rating` None is unrated. `from_round` and `until_round`: first and last round with a pairing, a bye or
    a forfeit, None for whoever was in no round; `active` False: gone after `until_round`. `ranks[r]`: the
    rank with capped spread that the file itself stores after round r (0: before the event)."""

    number: int
    name: str
    written: str
    external_id: str
    rating: int | None
    active: bool
    from_round: int | None
    until_round: int | None
    team: str
    class_name: str
    ranks: tuple[int | None, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ImportedDivision:
    """A division. `rounds` are those anybody is in, `planned_rounds` at least as many. `rules` rank as TSH
    does, with the caps; `bye_spread` is what the event gives for a bye (None: not set)."""

    name: str
    file: str
    entries: tuple[ImportedEntry, ...]
    rounds: tuple[ImportedRound, ...]
    planned_rounds: int
    rules: StandingsRules
    bye_spread: int | None


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """An event. `date` is text as the director typed it. `issues` are notes and refusals, never errors."""

    name: str
    date: str
    realm: str
    divisions: tuple[ImportedDivision, ...]
    issues: tuple[TshIssue, ...] = field(default=(), compare=False)


def read_tsh(files: Mapping[str, bytes], *, config: str = "config.tsh") -> ImportedEvent:
    """An event from its files by name. Raises TshError with everything that is wrong in any of them."""
    if config not in files:
        raise TshError([TshIssue(config, 0, "tsh.missing_file")])
    return event_from_tsh(parse_config(_text(config, files[config]), file=config), files)


def read_players_file(file: str, data: bytes, *, division: str = "A") -> ImportedEvent:
    """An event of one division from a `.t` file alone, ranked by TSH's defaults. Raises TshError."""
    config = TshConfig(divisions=(TshDivisionRef(division, file, 0),), file=file)
    return event_from_tsh(config, {file: data})


def event_from_tsh(config: TshConfig, files: Mapping[str, bytes]) -> ImportedEvent:
    """Read the files the config names (spelled alike but for case) and say what they mean.

    Raises TshError with every error of every file: `tsh.missing_file`, those of `parse_players`, and
    contradictions between lines (`tsh.unknown_opponent`, `tsh.own_opponent`, `tsh.not_mutual`,
    `tsh.half_result`, `tsh.score_without_opponent`).
    """
    issues = list(config.issues)
    divisions: list[ImportedDivision] = []
    for ref in config.divisions:
        data = _find(files, ref.file)
        if data is None:
            params: dict[str, str | int] = {"file": ref.file}
            issues.append(TshIssue(config.file, ref.line, "tsh.missing_file", params=params))
            continue
        try:
            division = parse_players(_text(ref.file, data), file=ref.file, name=ref.name)
        except TshError as error:
            issues += error.issues
        else:
            issues += division.notes
            divisions.append(_division(config, division, issues))
    raise_errors(issues)
    return ImportedEvent(
        name=config.text("event_name"),
        date=config.text("event_date"),
        realm=config.text("realm"),
        divisions=tuple(divisions),
        issues=tuple(issues),
    )


def _find(files: Mapping[str, bytes], name: str) -> bytes | None:
    if name in files:
        return files[name]
    alike = [data for known, data in files.items() if known.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None


def _text(file: str, data: bytes) -> str:
    try:
        return decode(data).text
    except TextError as error:
        line = error.params.get("line", 0)
        raise TshError([TshIssue(file, int(line), error.code, params=error.params)]) from None


def _division(config: TshConfig, division: TshDivision, issues: list[TshIssue]) -> ImportedDivision:
    rules = standings_rules(config, division.name, issues)
    rounds = read_rounds(division, rules.bye_credit, issues)
    names: dict[str, int] = {}
    entries: list[ImportedEntry] = []
    for number, player in enumerate(division.players, start=1):
        entry = _entry(number, player, rounds)
        entries.append(entry)
        first = names.setdefault(" ".join(entry.name.casefold().split()), number)
        if first != number:
            _note(issues, division, player, "tsh.name_twice", number=first)
        for text in (entry.team, entry.class_name):
            if len(text) > MAX_NAME:
                params: dict[str, str | int] = {"limit": MAX_NAME, "length": len(text)}
                issues.append(TshIssue(division.file, player.line, "tsh.name_too_long", params=params))
        for key in _LEFT_OUT:
            if player.etc.get(key):
                _note(issues, division, player, "tsh.key_left_out", key=key)
    return ImportedDivision(
        name=division.name,
        file=division.file,
        entries=tuple(entries),
        rounds=rounds,
        planned_rounds=max(len(rounds), min(config.number("max_rounds") or 0, 999)),
        rules=rules,
        bye_spread=bye_spread(config),
    )


def _note(issues: list[TshIssue], division: TshDivision, player: TshPlayer, code: str, **params: str | int) -> None:
    issues.append(TshIssue(division.file, player.line, code, Severity.NOTE, params))


def _entry(number: int, player: TshPlayer, rounds: tuple[ImportedRound, ...]) -> ImportedEntry:
    present = [r.number for r in rounds if number in r.present]
    match = _NAME.fullmatch(player.name)
    written, external_id = (match["name"], match["id"] or "") if match else (player.name, "")
    surname, comma, given = written.partition(",")
    shown = f"{given.strip()} {surname.strip()}" if comma and given.strip() else written.rstrip(", ")
    return ImportedEntry(
        number=number,
        name=shown or written,
        written=written,
        external_id=external_id,
        rating=player.rating or None,
        active="off" not in player.etc,
        from_round=present[0] if present else None,
        until_round=present[-1] if present else None,
        team=" ".join(player.etc.get("team", ())),
        class_name=" ".join(player.etc.get("class", ())),
        ranks=player.numbers("rcrank"),
        line=player.line,
    )


def standings_input(division: ImportedDivision) -> tuple[list[EntryInfo], list[Line]]:
    """The division as the standings core takes it; entries go by their number."""
    infos = [
        EntryInfo(e.number, e.number, rating=e.rating, active=e.active, from_round=e.from_round or 1)
        for e in division.entries
    ]
    lines: list[Line] = []
    for played in division.rounds:
        number = played.number
        for game in played.games:
            if game.first_score is None or game.second_score is None:
                continue
            one, two = (game.first, game.first_score), (game.second, game.second_score)
            for (me, own), (other, against), penalty in (
                (one, two, game.first_penalty),
                (two, one, game.second_penalty),
            ):
                lines.append(Line(me, number, other, Outcome.PLAYED, own, against, penalty=penalty))
        lines += [
            Line(bye.entry, number, None, Outcome.BYE, bye.spread, 0, penalty=bye.penalty)
            for bye in played.byes
            if bye.spread is not None
        ]
        lines += [
            Line(lost.entry, number, None, Outcome.FORFEIT, lost.spread, 0, penalty=lost.penalty)
            for lost in played.forfeits
        ]
    return infos, lines
