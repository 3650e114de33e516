"""REST about events, under /api/v1/. Actions that are no things of their own stand behind a colon."""

from django.urls import path

from ..api import (
    capabilities,
    constraints,
    devices,
    drafts,
    entries,
    events,
    log,
    reasons,
    records,
    results,
    rounds,
    schedules,
    tables,
    tokens,
)

_event = "tournaments/<slug:slug>"
_device = f"{_event}/devices/<device_id:device>"
_division = f"{_event}/divisions/<slug:division>"
_entry = f"{_division}/entries/<natural:number>"
_round = f"{_division}/rounds/<natural:number>"
_result = "games/<game_id:game>/result"

urlpatterns = [
    path("tokens", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:id8>", tokens.OneToken.as_view(), name="token"),
    path("devices/enrol", devices.Enrol.as_view(), name="device-enrol"),
    path("devices/me", devices.Me.as_view(), name="device-me"),
    path("tournaments", events.Tournaments.as_view(), name="tournaments"),
    path(_event, events.OneTournament.as_view(), name="tournament"),
    path(f"{_event}/access", capabilities.MyAccess.as_view(), name="access"),
    path(f"{_event}/log", log.EventLog.as_view(), name="log"),
    path(f"{_event}/devices", devices.Devices.as_view(), name="devices"),
    path(f"{_event}/devices:revoke-all", devices.DevicesRevokeAll.as_view(), name="devices-revoke-all"),
    path(f"{_device}/code", devices.DeviceCode.as_view(), name="device-code"),
    path(f"{_device}/roll", devices.DeviceRoll.as_view(), name="device-roll"),
    path(f"{_device}/revoke", devices.DeviceRevoke.as_view(), name="device-revoke"),
    path(f"{_event}/divisions", events.Divisions.as_view(), name="divisions"),
    path(_division, events.OneDivision.as_view(), name="division"),
    path("pairing/systems", schedules.PairingSystems.as_view(), name="pairing-systems"),
    path("pairing/presets", schedules.PairingPresets.as_view(), name="pairing-presets"),
    path(f"{_division}/plan", schedules.DivisionPlan.as_view(), name="plan"),
    path(f"{_division}/rules", constraints.Rules.as_view(), name="rules"),
    path(f"{_division}/rules/<natural:rule>", constraints.OneRule.as_view(), name="rule"),
    path(f"{_division}/absences", constraints.Absences.as_view(), name="absences"),
    path(f"{_division}/entries", entries.Entries.as_view(), name="entries"),
    path(f"{_division}/entries:batch", entries.EntriesBatch.as_view(), name="entries-batch"),
    path(_entry, entries.OneEntry.as_view(), name="entry"),
    path(f"{_entry}/absences/<natural:round_number>", constraints.OneAbsence.as_view(), name="absence"),
    path(f"{_entry}/provenance", records.EntryProvenance.as_view(), name="entry-provenance"),
    path(f"{_event}/records", records.EventRecords.as_view(), name="event-records"),
    path(f"{_entry}:withdraw", entries.EntryWithdraw.as_view(), name="entry-withdraw"),
    path(f"{_entry}:return", entries.EntryReturn.as_view(), name="entry-return"),
    path(f"{_division}/rounds", rounds.Rounds.as_view(), name="rounds"),
    path(_round, rounds.OneRound.as_view(), name="round"),
    path(f"{_round}/pairings", rounds.RoundPairings.as_view(), name="pairings"),
    path(f"{_round}/draft", drafts.Draft.as_view(), name="draft"),
    path(f"{_round}/why/<natural:entry>", reasons.RoundReason.as_view(), name="round-why"),
    path(f"{_round}/certificate", reasons.RoundCertificate.as_view(), name="round-certificate"),
    path(f"{_round}:swap", drafts.DraftSwap.as_view(), name="draft-swap"),
    path(f"{_round}:move", drafts.DraftMove.as_view(), name="draft-move"),
    path(f"{_round}:lock", drafts.DraftLock.as_view(), name="draft-lock"),
    path(f"{_round}:unlock", drafts.DraftUnlock.as_view(), name="draft-unlock"),
    path(f"{_round}:undo", drafts.DraftUndo.as_view(), name="draft-undo"),
    path(f"{_round}:repair-rest", drafts.DraftRepairRest.as_view(), name="draft-repair-rest"),
    path(f"{_round}:correct", drafts.RoundCorrect.as_view(), name="round-correct"),
    path(f"{_round}:relax", drafts.RoundRelax.as_view(), name="round-relax"),
    path(f"{_round}:explore", reasons.RoundExplore.as_view(), name="round-explore"),
    path(f"{_round}:pair", rounds.RoundPair.as_view(), name="round-pair"),
    path(f"{_round}:publish", rounds.RoundPublish.as_view(), name="round-publish"),
    path(f"{_round}:close", rounds.RoundClose.as_view(), name="round-close"),
    path(f"{_division}/standings", tables.Standings.as_view(), name="standings"),
    path(f"{_division}/standings/clubs", tables.ClubStandings.as_view(), name="club-standings"),
    path(_result, results.GameResult.as_view(), name="result"),
    path(f"{_result}/<natural:version>/confirm", results.ResultConfirm.as_view(), name="result-confirm"),
    path(f"{_result}/<natural:version>/reject", results.ResultReject.as_view(), name="result-reject"),
    path(f"{_result}/override", results.ResultOverride.as_view(), name="result-override"),
]
