"""REST about events. Views parse, ask :mod:`.access` whether they may, call a service, and answer."""
