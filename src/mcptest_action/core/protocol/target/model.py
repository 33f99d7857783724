"""A server to talk to. Secrets are named here, never held."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class FromEnvironment(NamedTuple):
    """The value of an environment variable; a secret until proven otherwise."""

    variable: str
    prefix: str = ""


Value = str | FromEnvironment


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


def describe(server: Server) -> dict[str, Any]:
    """What we talked to: the command or the address, and the names of the environment variables
    that were read; no values, not even those that were given in the open.
    """
    target = server.target
    values = target.env if isinstance(target, Command) else target.headers
    from_environment = sorted(v.variable for v in values.values() if isinstance(v, FromEnvironment))
    shown: dict[str, Any] = {"name": server.name}
    if isinstance(target, Command):
        shown["command"] = list(target.argv)
    else:
        shown["url"] = target.url
    return {**shown, "from_environment": from_environment}
