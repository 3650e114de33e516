"""Everybody of the permission matrix, as it names them."""

ANONYMOUS, STRANGER, PLAYER_OUTSIDE, OTHER_DIRECTOR, PLAYER_INSIDE = (
    "anonymous",
    "stranger",
    "player_outside",
    "other_director",
    "player_inside",
)
VIEWER, SCORER, ASSISTANT, DIRECTOR, SUPERUSER = "viewer", "scorer", "assistant", "director", "superuser"
ACTORS = (
    *(ANONYMOUS, STRANGER, PLAYER_OUTSIDE, OTHER_DIRECTOR, PLAYER_INSIDE),
    *(VIEWER, SCORER, ASSISTANT, DIRECTOR, SUPERUSER),
)
