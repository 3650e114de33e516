"""The back room of ratings: numbers are only looked at; what may be changed goes through the services."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from common.actor import Actor
from common.admin import ReadOnlyAdmin
from common.errors import DomainError

from .models import RatedEvent, Rating, RatingHistory, RatingList, RatingRun
from .services import event_accept, event_refuse, list_check, list_create, list_restart, list_update


def _actor(request: HttpRequest) -> Actor:
    return Actor(kind="user", label=str(request.user), user_id=request.user.pk)


class _ListForm(ModelForm):  # type: ignore[type-arg]
    """Refuses here, beside the field, what the services would refuse."""

    def clean(self) -> dict[str, Any] | None:
        values = super().clean()
        if not self.errors:
            try:
                list_check(self.instance_with(self.cleaned_data))
            except DomainError as error:
                self.add_error(error.field if error.field in self.fields else None, str(error.message))
        return values

    def instance_with(self, values: dict[str, Any]) -> RatingList:
        return RatingList(
            ruleset=values.get("ruleset", self.instance.ruleset),
            system=values.get("system", self.instance.system),
            parameters=values.get("parameters") or {},
        )


@admin.register(RatingList)
class RatingListAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = _ListForm
    list_display = ("name", "ruleset", "system", "kind", "accepts_by_itself")
    actions = ("restart",)

    def get_readonly_fields(self, request: HttpRequest, obj: RatingList | None = None) -> tuple[str, ...]:
        return () if obj is None else ("ruleset", "system", "kind")

    def has_delete_permission(self, request: HttpRequest, obj: RatingList | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: RatingList, form: Any, change: bool) -> None:
        values = {**form.cleaned_data, "parameters": form.cleaned_data.get("parameters") or {}}
        if change:
            list_update(list_id=obj.pk, actor=_actor(request), **values)
        else:
            order = values.pop("order")
            obj.pk = list_create(actor=_actor(request), **values).pk
            list_update(list_id=obj.pk, actor=_actor(request), order=order)

    @admin.action(description=_("Work out from scratch"), permissions=["change"])
    def restart(self, request: HttpRequest, lists: QuerySet[RatingList]) -> None:
        for rating_list in lists:
            list_restart(list_id=rating_list.pk)
        self.message_user(request, _("The worker has been asked."), messages.SUCCESS)


@admin.register(RatedEvent)
class RatedEventAdmin(ReadOnlyAdmin):
    """Where a rating officer says which events count."""

    list_display = ("name", "rating_list", "state", "day", "games", "over", "decided_by")
    list_filter = ("state", "rating_list")
    search_fields = ("name",)
    actions = ("accept", "refuse")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("ratings.change_ratedevent")

    @admin.action(description=_("Let these events count"), permissions=["decide"])
    def accept(self, request: HttpRequest, events: QuerySet[RatedEvent]) -> None:
        self._decide(request, events, event_accept)

    @admin.action(description=_("Let these events not count"), permissions=["decide"])
    def refuse(self, request: HttpRequest, events: QuerySet[RatedEvent]) -> None:
        self._decide(request, events, event_refuse)

    def _decide(self, request: HttpRequest, events: QuerySet[RatedEvent], decide: Any) -> None:
        done = 0
        for event in events:
            try:
                decide(event_id=event.pk, actor=_actor(request))
                done += 1
            except DomainError as error:
                self.message_user(request, f"{event}: {error.message}", messages.ERROR)
        self.message_user(
            request, ngettext("%(n)s event decided.", "%(n)s events decided.", done) % {"n": done}, messages.SUCCESS
        )


@admin.register(RatingRun)
class RatingRunAdmin(ReadOnlyAdmin):
    list_display = (
        "id",
        "rating_list",
        "state",
        "algorithm",
        "from_day",
        "games",
        "lines_written",
        "seconds",
        "error",
    )
    list_filter = ("state", "rating_list")


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ("player", "rating_list", "rating", "rd", "games", "day")
    list_filter = ("rating_list",)
    search_fields = ("player__name", "player__number")
    list_select_related = ("player", "rating_list")


@admin.register(RatingHistory)
class RatingHistoryAdmin(ReadOnlyAdmin):
    list_display = ("player", "event", "before", "after", "rd_after", "games", "superseded_by")
    search_fields = ("player__name", "event__name")
    list_select_related = ("player", "event", "superseded_by")
    show_full_result_count = False
