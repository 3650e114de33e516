"""Enrolment codes: sixteen signs in four groups, as ``7KQ2-9MXR-4TGH-3BNV``.

The first group finds the device and is no secret; the other three are 60 random bits. What is kept is a hash under
the site's own key. Read aloud or copied by hand, O is 0, and I and L are 1; U does not occur.
"""

import secrets

from django.utils.crypto import salted_hmac

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_LENGTH, _GROUP = 16, 4


def code_make() -> str:
    """
    >>> len(code_make())
    19
    """
    return code_shown("".join(secrets.choice(_SIGNS) for _ in range(_LENGTH)))


def code_shown(plain: str) -> str:
    return "-".join(plain[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def code_read(text: str) -> str | None:
    """The code as it is kept, whatever way it was typed; None for what cannot be one.

    >>> code_read("7kq2 9mxr-4tgh 3bnv")
    '7KQ2-9MXR-4TGH-3BNV'
    >>> code_read("oooo-iiii-llll-0000")
    '0000-1111-1111-0000'
    >>> code_read("7KQ2-9MXR") is code_read("๑๒๓๔" * 4) is None
    True
    """
    plain = text.strip().upper().translate(_MISREAD)
    return code_shown(plain) if len(plain) == _LENGTH and set(plain) <= set(_SIGNS) else None


def code_prefix(code: str) -> str:
    return code[:_GROUP]


def code_hash(code: str) -> str:
    return salted_hmac("kradan.device-code", code, algorithm="sha256").hexdigest()
