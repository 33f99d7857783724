"""A server in words, without its secrets."""

from typing import Any

from .model import Command, FromEnvironment, Server


def describe(server: Server) -> dict[str, Any]:
    """What was talked to: the command or the address, and the names of what was read from the
    environment; values that were given in the open are left out as well.
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
