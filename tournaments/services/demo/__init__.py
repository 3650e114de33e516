"""The demo: events that show everything there is, the same every time."""

from .event import SCHOOL_SLUG, SUMMY_SLUG
from .load import demo_load, demo_loaded
from .people import DEMO_PASSWORD, LOGINS

__all__ = ["DEMO_PASSWORD", "LOGINS", "SCHOOL_SLUG", "SUMMY_SLUG", "demo_load", "demo_loaded"]
