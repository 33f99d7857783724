"""A server to talk to. Secrets are named here, never held."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeGuard


class FromEnvironment(NamedTuple):
    """The value of an environment variable; a secret until proven otherwise."""

    variable: str
    prefix: str = ""


class ClientAuth(StrEnum):
    """How a client shows its secret to a token endpoint (RFC 6749, section 2.3.1)."""

    BASIC = "client_secret_basic"
    POST = "client_secret_post"


class FromTokenEndpoint(NamedTuple):
    """A bearer token that we are given for a secret: OAuth client credentials."""

    token_url: str
    client_id: "str | FromEnvironment"
    client_secret: FromEnvironment
    client_auth: ClientAuth = ClientAuth.BASIC
    parameters: Mapping[str, str] = {}
    """What else the request says: scope, resource, audience."""


Value = str | FromEnvironment | FromTokenEndpoint


class Command(NamedTuple):
    """A server to start, spoken to over its standard streams."""

    argv: tuple[str, ...]
    env: Mapping[str, Value]
    cwd: str | None


class Url(NamedTuple):
    """A server that is running, spoken to over Streamable HTTP."""

    url: str
    headers: Mapping[str, Value]
    ca_file: str | None
    proxy: str | None


Target = Command | Url


class Server(NamedTuple):
    """A target and the name to call it by."""

    name: str
    target: Target


def variables_of(target: Target) -> Iterator[str]:
    """The environment variables that its values are read from."""
    for value in (target.env if isinstance(target, Command) else target.headers).values():
        parts = (value.client_id, value.client_secret) if is_granted(value) else (value,)
        yield from (part.variable for part in parts if isinstance(part, FromEnvironment))


def is_bearer(value: Value | None) -> TypeGuard[FromEnvironment]:
    """Whether it is what `bearer_token_env` stands for."""
    return isinstance(value, FromEnvironment) and bool(value.prefix)


def is_granted(value: Value | None) -> TypeGuard[FromTokenEndpoint]:
    return isinstance(value, FromTokenEndpoint)


def describe(server: Server) -> dict[str, Any]:
    """What we talked to: the command or the address, and the names of the environment variables
    that were read; no values, not even those that were given in the open.
    """
    target = server.target
    from_environment = sorted(variables_of(target))
    shown: dict[str, Any] = {"name": server.name}
    if isinstance(target, Command):
        shown["command"] = list(target.argv)
    else:
        shown["url"] = target.url
    return {**shown, "from_environment": from_environment}
