"""REST about players and ratings, for everybody."""
