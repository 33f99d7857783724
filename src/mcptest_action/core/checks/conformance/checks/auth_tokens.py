"""Credentials that nobody has given out, at servers that want some."""

import base64
import json
from typing import Any

from mcptest_action.core.checks.results import failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import BAD_REQUEST, UNAUTHORIZED, Script, said, status_of
from ..meet import knock
from ..model import HTTP, Examinee, Needs, Probe, Rulings, must

REFUSED = must("AUTH-04", "basic/authorization#token-handling", HTTP)(
    expects="A server that wants credentials answers made-up ones with status 401.",
    sends="hellos with `Authorization: foo`, a made-up bearer token, and JSON Web Tokens without "
    "a signature, with a wrong one, and with `alg: none`; never with the user's own",
    remedy="Validate the signature, issuer, audience and expiry of every token, and accept no "
    "token without a signature.",
)
_CLAIMS = {"sub": "mcptest", "aud": "mcptest", "iss": "mcptest", "exp": 4102444800}


def _part(document: dict[str, Any]) -> str:
    text = json.dumps(document, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _token(algorithm: str, signature: str) -> str:
    return f"Bearer {_part({'alg': algorithm, 'typ': 'JWT'})}.{_part(_CLAIMS)}.{signature}"


_MALFORMED = "a malformed header"
MADE_UP = {
    _MALFORMED: "foo",
    "a made-up token": "Bearer mcptest",
    "a token without a signature": _token("HS256", ""),
    "a token with a wrong signature": _token("HS256", _part({})),
    "a token with alg none": _token("none", ""),
}


def made_up(server: Examinee) -> Script[Rulings]:
    refused = yield from knock(server, {})
    if status_of(refused) != UNAUTHORIZED:
        nothing = f"it asks for none: without credentials, the server {said(refused)}"
        return {REFUSED.id: not_applicable(nothing)}
    for name, credentials in MADE_UP.items():
        reaction = yield from knock(server, {"Authorization": credentials})
        # What is no token at all is a bad request to some.
        allowed = (UNAUTHORIZED, BAD_REQUEST) if name == _MALFORMED else (UNAUTHORIZED,)
        if status_of(reaction) not in allowed:
            return {REFUSED.id: failed(f"to {name}, the server {said(reaction)}")}
    return {REFUSED.id: passed(f"so it was with {', '.join(MADE_UP)}")}


PROBES = (Probe("made_up_tokens", (REFUSED,), made_up, Needs.SILENT, of_locked=True),)
