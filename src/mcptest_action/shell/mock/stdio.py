"""The mock over standard input and output: one message per line, until the input ends."""

import os
import select
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from mcptest_action.core.authoring.mock import (
    FLOOD,
    Code,
    Failure,
    Fault,
    Invalid,
    Kind,
    Manner,
    Mock,
    Reply,
    Request,
    Session,
    answer,
    oversized,
    react,
    read_message,
)
from mcptest_action.shell.mock import ending

LONGEST_LINE = 4 * 1024 * 1024
_IN, _OUT = 0, 1
_ATOMIC = 4096  # a pipe that is ready takes this much without blocking
_BLOCK = (FLOOD + b"\n") * (_ATOMIC // (len(FLOOD) + 1))
_TOO_LONG = Invalid(
    None, Failure(Code.INVALID_REQUEST, f"the message is longer than {LONGEST_LINE} bytes")
)


class Conversation:
    """What we know of the peer, and how we answer each of its lines."""

    def __init__(self, mock: Mock, fault: Fault) -> None:
        self.mock, self.fault = mock, fault
        self.session = Session()
        self._seen = 0

    def take(self, line: bytes) -> Reply | None:
        message = _TOO_LONG if len(line) > LONGEST_LINE else read_message(line)
        self.session, said = answer(self.mock, self.session, message)
        if said is None:
            return None
        method = message.method if isinstance(message, Request) else ""
        self._seen, reply = react(self.fault, self._seen, method, said)
        return reply


def serve_stdio(mock: Mock, fault: Fault) -> None:
    """Answer until the peer closes its end."""
    stubborn = fault.kind is Kind.NEVER_CLOSE
    if stubborn:
        ending.ignore_sigterm()
    serve_lines(Conversation(mock, fault).take)
    if stubborn:
        time.sleep(ending.PATIENCE_S)


def serve_lines(take: Callable[[bytes], Reply | None]) -> None:
    try:
        with os.fdopen(_IN, "rb", closefd=False) as stdin:
            for line in _lines(stdin):
                reply = take(line)
                if reply is not None:
                    deliver(reply)
    except BrokenPipeError:
        _close_output()


def _lines(stdin: BinaryIO) -> Iterator[bytes]:
    """Each line that is not blank; of a line that is too long, just enough to notice that."""
    while line := stdin.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stdin.readline(LONGEST_LINE + 1)
        if line.strip():
            yield line


def deliver(reply: Reply) -> None:
    whole = b"".join(line + b"\n" for line in reply.lines)
    match reply.manner:
        case Manner.WHOLE | Manner.HELD_OPEN | Manner.STATUS_500 | Manner.HTML:
            _write(whole)
        case Manner.LATE:
            time.sleep(reply.delay_ms / 1000)
            _write(whole)
        case Manner.NEVER:
            pass
        case Manner.CRASH:
            ending.crash()
        case Manner.HALF:
            _write(whole[: len(whole) // 2])
            ending.crash()
        case Manner.DRIBBLED:
            _write_while_heard((whole[i : i + 1] for i in range(len(whole))), pause_s=1)
        case Manner.OVERSIZED:
            _write_while_heard(chain(oversized(reply.lines[0]), [b"\n"]))
        case Manner.FLOOD:
            _write_while_heard(iter(lambda: _BLOCK, b""))
        case Manner.CLOSED:
            _close_output()


def _write(data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(_OUT, rest) :]


def _write_while_heard(pieces: Iterable[bytes], pause_s: int = 0) -> None:
    """Write for as long as the peer keeps its end of the input open, reading or not."""
    hung_up, either = select.poll(), select.poll()
    for poll in (hung_up, either):
        poll.register(_IN, 0)  # asks for no event, so it reports only a hang-up
    either.register(_OUT, select.POLLOUT)
    for piece in pieces:
        for start in range(0, len(piece), _ATOMIC):
            if hung_up.poll(pause_s * 1000) or _IN in dict(either.poll()):
                return
            _write(piece[start : start + _ATOMIC])


def _close_output() -> None:
    """Let the peer see the end of the stream; later writes, even Python's own, go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _OUT)
    os.close(nowhere)
