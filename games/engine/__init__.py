"""The two games' rules, pure: data in, data out; no database, no clock, no Django."""
