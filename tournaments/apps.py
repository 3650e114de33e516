from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from common.tokens import token_part
        from games.ports import register_sheet_places

        from . import receivers  # noqa: F401
        from .api.jobs import readers_register
        from .api.sheets import sheet_place

        register_sheet_places(sheet_place)
        readers_register()
        token_part("device")
