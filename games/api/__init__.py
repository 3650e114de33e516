"""REST about the games' rules."""
