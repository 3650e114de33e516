"""Logins for administrators; people and clubs to look at (their names are written by services alone)."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin import ReadOnlyAdmin

from .models import Club, Player, User


@admin.register(User)
class LoginAdmin(UserAdmin):
    """Open, close and name logins. A login is closed, never deleted: results and the log point to it."""

    list_display = ("username", "display_name", "is_active", "is_staff", "is_superuser", "last_login")
    search_fields = ("username", "display_name")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Name and language"), {"fields": ("display_name", "language")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("number", "name", "club", "province", "level", "country", "public_name_mode", "user")
    list_filter = ("level", "province", "public_name_mode")
    search_fields = ("name", "number")
    list_select_related = ("club", "user")


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("name",)
    search_fields = ("name",)
