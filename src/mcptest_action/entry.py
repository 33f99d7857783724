"""`mcptest-action`: what a container or an Action starts.

With arguments it is `mcptest`. Without, it is `mcptest gate`, and the inputs of the step are its
flags: `INPUT_*` as GitHub's runner sets them, `MCPTEST_*` for everybody else.
"""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mcptest_action.shell.signals import SIGNALS

if TYPE_CHECKING:  # importing it takes time
    from mcptest_action.shell.console import Console


def main() -> int:
    """Take the signals before anything else, and only then import what takes time."""
    SIGNALS.take()
    from mcptest_action import cli

    code = cli.main(sys.argv[1:] or _inputs)
    SIGNALS.ignore()
    return code


def _inputs(console: "Console") -> Sequence[str]:
    from mcptest_action.commands.inputs import words_for_gate

    return words_for_gate(console)


if __name__ == "__main__":
    sys.exit(main())
