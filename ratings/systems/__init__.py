"""Rating systems, pure: standings and games in, standings out; no database, no clock, no Django."""

from ratings.systems.registry import DEFAULT_SYSTEM, SYSTEMS, get_system, parameter_names
from ratings.systems.schedule import Schedule, get_schedule

__all__ = ["DEFAULT_SYSTEM", "SYSTEMS", "Schedule", "get_schedule", "get_system", "parameter_names"]
