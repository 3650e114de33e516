"""What never goes into a log: the secret part of an invitation's or a reset link's address, of a token, and a
device's code beyond the group that finds it.
"""

import logging
import re

_SECRET = re.compile(
    r"(/join/|/account/reset/[^/\s]+/)[^/\s?\"']+"
    r"|(\bkrd_[a-z]{3}_[a-z2-9]{8}_)\w+"
    r"|(\b[0-9A-Za-z]{4}-)[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}\b(?!-)"
)


def masked(text: str) -> str:
    """
    >>> masked("Not Found: /join/abc-DEF_1/")
    'Not Found: /join/***/'
    >>> masked("krd_dev_k3f9a2m7_abcdefgh and 7KQ2-9MXR-4TGH-3BNV")
    'krd_dev_k3f9a2m7_*** and 7KQ2-***'
    """
    return _SECRET.sub(lambda found: f"{found[1] or found[2] or found[3]}***", text)


class MaskSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = masked(record.getMessage())
        record.args = None
        return True
