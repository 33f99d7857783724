"""What a token endpoint is asked, and what its answer says (RFC 6749, section 4.4)."""

import base64
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote_plus, urlencode

from mcptest_action.core.protocol.exchange import OK, parse, short
from .model import ClientAuth, FromTokenEndpoint

_FORM = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
_TOKEN = re.compile(r"[!-~]+")
# More than servers take in a header, all of them together.
_LONGEST = 16 * 1024
# What claims to live longer than a century says nothing.
_LONGEST_S = 100 * 365 * 24 * 3600


class Credentials(NamedTuple):
    """Who asks for a token, and how; here, and nowhere else in core, with the secret itself."""

    asks: FromTokenEndpoint
    id: str
    secret: str

    @property
    def quoted(self) -> str:
        """The secret as it is sent, which is as secret."""
        return quote_plus(self.secret)

    @property
    def headers(self) -> dict[str, str]:
        if self.asks.client_auth is ClientAuth.POST:
            return dict(_FORM)
        pair = f"{quote_plus(self.id)}:{self.quoted}"
        return {**_FORM, "Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}

    @property
    def body(self) -> bytes:
        form = {"grant_type": "client_credentials", **self.asks.parameters}
        if self.asks.client_auth is ClientAuth.POST:
            form |= {"client_id": self.id, "client_secret": self.secret}
        return urlencode(form).encode()


class Token(NamedTuple):
    text: str
    life_s: float | None
    """How long it is good for, if the answer says so."""


class NoToken(NamedTuple):
    """Why there is none, as a clause about the token endpoint."""

    because: str


def token_in(status: int, body: bytes) -> Token | NoToken:
    """The token in an answer; it may be quoted only as far as it says what went wrong."""
    answered, document = f"answered with HTTP status {status}", _object(body)
    if status != OK or "error" in document:
        said = [document.get("error"), document.get("error_description")]
        words = ": ".join(short(word) for word in said if isinstance(word, str) and word)
        words = words.replace("\0", "\\u0000")  # the mark of a flag, in sentences of ours
        fault = ", with an error" if status == OK else ""
        return NoToken(f"{answered}: {words}" if words else f"{answered}{fault}")
    kind, token = document.get("token_type"), document.get("access_token")
    if not isinstance(token, str) or not _TOKEN.fullmatch(token):
        return NoToken(f"{answered}, but without an access_token that a header can hold")
    if len(token) > _LONGEST:
        return NoToken(f"{answered}, but its token has more than {_LONGEST} characters")
    if not isinstance(kind, str) or kind.casefold() != "bearer":
        return NoToken(f"{answered}, but its token is not a bearer token")
    return Token(token, _life(document.get("expires_in")))


def _life(said: Any) -> float | None:
    """A positive number of seconds; servers that say anything else are taken to say nothing."""
    is_number = isinstance(said, int | float) and not isinstance(said, bool)
    return float(said) if is_number and 0 < said <= _LONGEST_S else None


def _object(body: bytes) -> Mapping[str, Any]:
    try:
        value = parse(body.decode(errors="replace"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
