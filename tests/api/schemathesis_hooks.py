"""What the tool cannot know from the document: which event is there, and what no schema can say.

Whole numbers are written without a fraction (JSON Schema also calls 5.0 an integer) and are none of those that the
site refuses to read at all, which free-form settings may hold as far as the document knows; a cursor is signed by
us and never made up; a province is one that there is; and an optional If-Match is sent as an ETag or not at all.
"""

import os
import re
from typing import Any

import schemathesis
from schemathesis.core.parameters import ParameterLocation

_THERE = {name: os.environ[f"KRADAN_SEED_{name.upper()}"] for name in ("slug", "division", "game")}
_ETAG = re.compile(r'"[!#-~]*"|\*')


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and abs(value) >= 10**17:
        return value % 10**17
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {key: "TH-10" if key == "province" and item else _whole(item) for key, item in value.items()}
    return value


@schemathesis.hook
def before_call(_context: Any, case: Any, _options: Any) -> None:
    if isinstance(case.body, dict | list):
        case.body = _whole(case.body)
    meta = case.meta
    if meta is None or not meta.is_negative_at(ParameterLocation.PATH):
        for name in set(case.path_parameters or ()) & set(_THERE):
            if "/ratings/" not in case.path:
                case.path_parameters[name] = _THERE[name]
    if meta is None or not meta.generation.mode.is_negative:
        (case.query or {}).pop("cursor", None)
        given = (case.headers or {}).get("If-Match")
        if given is not None and not _ETAG.fullmatch(given):
            del case.headers["If-Match"]
