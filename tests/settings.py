"""The site's own settings, on the data of this test process.

Two differences in behaviour, or making ready would take longer than the tests do: passwords are hashed the quick
way, and static files are looked for when they are asked for, not all of them for every client. Sites that a test
starts have neither.
"""

from tests.support import environment

environment.choose()

from config.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_AUTOREFRESH = True
