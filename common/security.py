"""How the API's document says that one logs in. Imports nothing, so that the settings can read it."""

SECURITY_SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "`Authorization: Bearer krd_pat_…`, made at `POST /api/v1/tokens`.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "The site's own login. Whatever changes something also needs `X-CSRFToken`.",
    },
}
