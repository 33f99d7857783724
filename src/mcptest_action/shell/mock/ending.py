"""How a mock server ends: when asked to, and by a crash when that was asked for."""

import os
import signal
from typing import NoReturn

CRASHED = 3
# A server that refuses to end tests the client that has to end it. If that test itself was
# killed, nobody is left to do so.
PATIENCE_S = 600


def crash() -> NoReturn:
    """End at once: no farewell to the peer, nothing flushed."""
    os._exit(CRASHED)


def ignore_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
