"""The administrators' window. What services write is shown here and not changed: their rules would be passed by."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import Job, LogChain, LogEntry, Token


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Looking and searching only; no adding, changing or deleting, one by one or in bulk."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    list_display = ("chain", "seq", "at", "action", "object_kind", "object_id", "who")
    list_filter = ("action",)
    search_fields = ("chain__key", "actor_label")
    list_select_related = ("chain",)
    # The detail, which may name a person, is read in the logs of events and ratings.
    exclude = ("salt", "actor_label", "actor_user_id", "data", "erased_at")
    ordering = ("-at", "-pk")

    @admin.display(description=_("who"))
    def who(self, entry: LogEntry) -> str:
        return entry.actor_label


@admin.register(LogChain)
class LogChainAdmin(ReadOnlyAdmin):
    list_display = ("key", "head_seq", "head_hash")
    search_fields = ("key",)


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("task", "key", "state", "progress", "total", "attempts", "created_at", "finished_at")
    list_filter = ("state", "task")


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    list_display = ("id8", "kind", "label", "user", "scope_key", "expires_at", "last_used_at", "revoked_at")
    exclude = ("secret_hash",)
    search_fields = ("id8", "label", "user__username")
    list_select_related = ("user",)
