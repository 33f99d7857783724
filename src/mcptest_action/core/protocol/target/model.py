"""A server to talk to. Secrets are named here, never held."""

from collections.abc import Mapping
from typing import NamedTuple


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
