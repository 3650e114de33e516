"""Pages of players and ratings, for everybody and for rating officers."""
