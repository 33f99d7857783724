"""SIGINT and SIGTERM: how we react depends on what we are doing.

A handler that raises can strike anywhere: between the start of a process and the line that would
end it, or inside a callback of the import system, where Python prints the exception and goes on.
So we only note a signal, unless the code at work has said how else to react.
"""

import signal
from collections.abc import Callable
from types import FrameType

_NUMBERS = (signal.SIGINT, signal.SIGTERM)


def _nothing() -> None:
    pass


def _raise() -> None:
    raise KeyboardInterrupt


class Signals:
    """The signals of this process, once they are taken. Only the first one counts."""

    def __init__(self) -> None:
        self.asked = False
        self.react: Callable[[], None] = _nothing

    def take(self) -> None:
        # A parent that ignores its children would have the kernel drop the exit codes of ours.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in _NUMBERS:
            signal.signal(number, self._on_signal)

    def ignore(self) -> None:
        """All work is done. A signal must not cut off what Python does while it shuts down."""
        for number in _NUMBERS:
            signal.signal(number, signal.SIG_IGN)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if not self.asked:  # a second signal must not interrupt the cleaning up
            self.asked = True
            self.react()


class Reacting:
    """`with Reacting(signals, react):` a signal, even an earlier one, calls `react`."""

    def __init__(self, signals: Signals, react: Callable[[], None] = _raise) -> None:
        self._signals, self._react = signals, react
        self._before = signals.react

    def __enter__(self) -> None:
        self._signals.react = self._react
        if self._signals.asked:
            self._react()

    def __exit__(self, *_: object) -> None:
        self._signals.react = self._before


SIGNALS = Signals()
