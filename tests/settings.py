"""The site's own settings, on the data of this test process.

The one difference in behaviour: passwords are hashed the quick way, or making the cast would take longer than the
tests do.
"""

from tests.support import environment

environment.choose()

from config.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
