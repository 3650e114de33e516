"""What never goes into a log: the secret part of an invitation's or a reset link's address."""

import logging
import re

_SECRET = re.compile(r"(/join/|/account/reset/[^/\s]+/)[^/\s?\"']+")


def masked(text: str) -> str:
    """
    >>> masked("Not Found: /join/abc-DEF_1/")
    'Not Found: /join/***/'
    """
    return _SECRET.sub(r"\1***", text)


class MaskSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = masked(record.getMessage())
        record.args = None
        return True
