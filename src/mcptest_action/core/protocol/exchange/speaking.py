"""Whether somebody speaks JSON-RPC at all, however badly."""

import re

from .over_http import FORBIDDEN, MISDIRECTED, TOO_MANY, UNAUTHORIZED, status_of
from .reaction import Garbage, HttpStatus, Misaddressed, Reaction, Replied, RpcError

# These say who may ask, or how often. What stands behind the door is not heard.
DOORKEEPERS = (UNAUTHORIZED, FORBIDDEN, MISDIRECTED, TOO_MANY)
# An object or a list of them, perhaps cut off, with the one member that only JSON-RPC has.
_MESSAGE = re.compile(r'\s*[\[{].*?"jsonrpc"\s*:', re.DOTALL)


def speaks(reaction: Reaction) -> bool:
    """Whether the reaction holds a JSON-RPC message: a result, an error, an answer to something
    else, or one that is not well formed. HTTP without one, noise and silence are none.
    """
    if status_of(reaction) in DOORKEEPERS:
        return False
    match reaction:
        case Replied() | RpcError() | Misaddressed():
            return True
        case Garbage(text, envelope):
            return envelope is not None or _MESSAGE.match(text) is not None
        case HttpStatus(body=text):
            return _MESSAGE.match(text) is not None
        case _:
            return False
