"""The back room of ratings: lists and numbers are only looked at. Who decides does so at the officer's desk."""

from django.contrib import admin

from common.admin import ReadOnlyAdmin

from .models import RatedEvent, Rating, RatingHistory, RatingList, RatingRun


@admin.register(RatingList)
class RatingListAdmin(ReadOnlyAdmin):
    list_display = ("name", "ruleset", "system", "kind", "accepts_by_itself", "publishes_by_itself")


@admin.register(RatedEvent)
class RatedEventAdmin(ReadOnlyAdmin):
    list_display = ("name", "rating_list", "state", "day", "games", "over", "decided_by")
    list_filter = ("state", "rating_list")
    search_fields = ("name",)


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
