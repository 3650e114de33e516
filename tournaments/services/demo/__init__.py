"""The demo: two events that show everything there is, the same every time."""

from .event import SCHOOL_SLUG, SUMMY_SLUG, demo_load
from .people import DEMO_PASSWORD, LOGINS

__all__ = ["DEMO_PASSWORD", "LOGINS", "SCHOOL_SLUG", "SUMMY_SLUG", "demo_load"]
