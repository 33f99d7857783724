"""`mcptest-action`: what a container or an Action starts.

With arguments it is `mcptest`. Without, it is `mcptest gate`, and the inputs of the step are its
flags: `INPUT_*` as GitHub's runner sets them, `MCPTEST_*` for everybody else.
"""

import sys

from mcptest_action.shell.signals import SIGNALS


def main() -> int:
    """Take the signals before anything else, and only then import what takes time."""
    SIGNALS.take()
    from mcptest_action import cli

    code = cli.main(from_inputs=len(sys.argv) == 1)
    SIGNALS.ignore()
    return code


if __name__ == "__main__":
    sys.exit(main())
