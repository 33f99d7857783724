"""`auth: {oauth: …}` of a server in `mcptest.yml`: a token for a secret, fetched once."""

from urllib.parse import urlsplit

from mcptest_action.core.document import Record
from .config_values import address_in, value_of, variable_in
from .model import ClientAuth, FromEnvironment, FromTokenEndpoint, Value, is_bearer
from .names import AUTHORIZATION
from .server_address import is_loopback

_PARAMETERS = ("scope", "resource", "audience")
OAUTH_KEYS = ("token_url", "client_id", "client_secret_env", "client_auth", *_PARAMETERS)


def with_token(record: Record, headers: dict[str, Value]) -> dict[str, Value]:
    """The headers, and the token as `Authorization`, if the server has `auth`."""
    auth = record.fields.get("auth")
    if auth is None:
        return headers
    kinds = Record(record.problems, auth.value, f"{record.label}: auth", ("oauth",))
    oauth = kinds.fields.get("oauth")
    if oauth is None:
        record.problems.add(
            auth, f"{record.label}: auth has no 'oauth'", "add oauth: {token_url: …}"
        )
        return headers
    before = next((name for name in headers if name.lower() == AUTHORIZATION.lower()), None)
    if before is not None:
        given = "bearer_token_env" if is_bearer(headers[before]) else before
        what = f"{record.label}: auth is the same header as {given}, which is given already"
        record.problems.add(auth, what, "keep one of them")
    granted = _granted(
        Record(record.problems, oauth.value, f"{record.label}: auth.oauth", OAUTH_KEYS)
    )
    return {**headers, AUTHORIZATION: granted}


def _granted(record: Record) -> FromTokenEndpoint:
    secret = variable_in(record, "client_secret_env", record.text("client_secret_env"))
    said = {name: record.optional_text(name) for name in _PARAMETERS}
    return FromTokenEndpoint(
        _token_url(record),
        _client_id(record),
        FromEnvironment(secret),
        _client_auth(record),
        {name: text for name, text in said.items() if text},
    )


def _token_url(record: Record) -> str:
    """Over TLS, unless nothing leaves this machine: the secret is in the request."""
    url = address_in(record, "token_url", record.text("token_url"))
    parts = urlsplit(url)
    if url and parts.scheme != "https" and not is_loopback(parts.hostname or ""):
        what = f"{record.label}: token_url is not an https address"
        hint = "a secret is sent there; only on loopback, http will do"
        record.problems.add(record.fields["token_url"].value, what, hint)
    return url


def _client_id(record: Record) -> str | FromEnvironment:
    field = record.fields.get("client_id")
    if field is None:
        return record.text("client_id")  # which complains
    return value_of(record.problems, field, f"{record.label}: client_id")


def _client_auth(record: Record) -> ClientAuth:
    said = record.optional_text("client_auth")
    known = [str(one) for one in ClientAuth]
    if said and said not in known:
        what = f"{record.label}: client_auth '{said}' is not known"
        record.problems.add(record.fields["client_auth"].value, what, f"known: {', '.join(known)}")
        return ClientAuth.BASIC
    return ClientAuth(said) if said else ClientAuth.BASIC
