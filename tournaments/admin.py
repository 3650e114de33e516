"""Events as rows, for administrators to look at. Changes go through the desk, where the rules and the log are."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from common.admin import ReadOnlyAdmin

from .models import (
    Absence,
    Device,
    Division,
    DraftStep,
    Entry,
    EntryPin,
    Invitation,
    Pairing,
    PairingRule,
    Result,
    Role,
    Round,
    Tournament,
)


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "starts_on", "ends_on", "is_public", "created_by")
    search_fields = ("name", "slug")
    list_select_related = ("created_by",)


@admin.register(Division)
class DivisionAdmin(ReadOnlyAdmin):
    list_display = ("name", "tournament", "ruleset", "get_system_display", "rounds_planned", "version")
    list_select_related = ("tournament",)
    search_fields = ("name", "tournament__name")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("number", "full_name", "division", "club", "rating", "first_round", "withdrawn_from")
    list_select_related = ("division", "club")
    search_fields = ("members__player__name", "team_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).prefetch_related("members__player")


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("division", "number", "state", "system", "published_at", "closed_at")
    list_select_related = ("division",)
    list_filter = ("state",)


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    list_display = ("round", "table", "game")
    list_select_related = ("round__division", "game")


@admin.register(PairingRule)
class PairingRuleAdmin(ReadOnlyAdmin):
    list_display = ("division", "kind", "one", "other", "from_round", "to_round", "reason")
    list_select_related = ("division", "one", "other")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PairingRule]:
        return super().get_queryset(request).prefetch_related("one__members__player", "other__members__player")


@admin.register(Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    list_display = ("entry", "round_number", "kind", "reason")
    list_filter = ("kind",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Absence]:
        return super().get_queryset(request).prefetch_related("entry__members__player")


@admin.register(DraftStep)
class DraftStepAdmin(ReadOnlyAdmin):
    list_display = ("round", "number", "kind", "actor", "created_at")
    list_select_related = ("round__division",)


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("pairing", "version", "state", "outcome", "first_final", "second_final", "source", "created_at")
    list_filter = ("state", "outcome", "source")
    list_select_related = ("pairing",)


@admin.register(Role)
class RoleAdmin(ReadOnlyAdmin):
    list_display = ("user", "tournament", "role")
    list_filter = ("role",)
    list_select_related = ("user", "tournament")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "role", "player", "label", "expires_at", "used_at", "revoked_at")
    exclude = ("secret_hash",)
    list_select_related = ("tournament", "player")


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    list_display = ("label", "tournament", "division", "app", "enrolled_at", "expires_at", "revoked_at")
    exclude = ("code_hash",)
    list_select_related = ("tournament", "division")
    search_fields = ("label", "tournament__name")


@admin.register(EntryPin)
class EntryPinAdmin(ReadOnlyAdmin):
    """How often somebody tried; the PIN itself is nowhere."""

    list_display = ("entry", "tries", "tried_on", "locked_until", "last_used_at")
    exclude = ("serial",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[EntryPin]:
        return super().get_queryset(request).prefetch_related("entry__members__player")
