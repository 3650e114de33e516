from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from tournaments.ports import register_ratings_at_entry

        from . import receivers  # noqa: F401
        from .api.jobs import readers_register
        from .selectors.seeding import ratings_at_entry

        register_ratings_at_entry(ratings_at_entry)
        readers_register()
