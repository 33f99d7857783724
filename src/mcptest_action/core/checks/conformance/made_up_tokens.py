"""Credentials that nobody gave out: constants, and never the user's own."""

import base64
import json
from typing import Any

_NEVER_ENDS, _YEAR_2020 = 4102444800, 1577836800


def _part(document: dict[str, Any]) -> str:
    text = json.dumps(document, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _token(algorithm: str, signature: str, expires: int = _NEVER_ENDS) -> str:
    claims = {"sub": "mcptest", "aud": "mcptest", "iss": "mcptest", "exp": expires}
    return f"Bearer {_part({'alg': algorithm, 'typ': 'JWT'})}.{_part(claims)}.{signature}"


PLAIN = "mcptest"
MALFORMED = "a malformed header"
_MADE_UP, _EXPIRED = "a made-up token", "an expired token"
TOKENS = {_MADE_UP: f"Bearer {PLAIN}", _EXPIRED: _token("HS256", _part({}), _YEAR_2020)}
"""The `Authorization` header, by what to call it: one without any form, and one that was good."""
MADE_UP = {
    MALFORMED: "foo",
    **TOKENS,
    "a token without a signature": _token("HS256", ""),
    "a token with a wrong signature": _token("HS256", _part({})),
    "a token with alg none": _token("none", ""),
}
