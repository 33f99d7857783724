"""Where we run, as far as that may explain an unreachable server."""

from typing import NamedTuple

from mcptest_action.core.text import InputError
from mcptest_action.shell.files import MIB, read_text
from mcptest_action.shell.our_image import is_our_image

_ROUTES = "/proc/net/route"
_EVERYWHERE = "00000000"


class Surroundings(NamedTuple):
    """Whether this is our own container, and the address of the machine as seen from it."""

    contained: bool
    gateway: str | None


def look_around(root: str = "") -> Surroundings:
    return Surroundings(is_our_image(root), _gateway(root + _ROUTES))


def _gateway(routes: str) -> str | None:
    """The gateway of the default route; the kernel writes addresses with the last byte first."""
    try:
        rows = [line.split() for line in read_text(routes, MIB).splitlines()]
    except InputError:
        return None
    for row in rows:
        match row:
            case [_, destination, gateway, *_] if destination == _EVERYWHERE != gateway:
                return ".".join(str(byte) for byte in bytes.fromhex(gateway)[::-1])
            case _:
                pass
    return None
