"""`mcptest`, which is also `python -m mcptest_action`."""

import sys

from mcptest_action.shell.signals import SIGNALS


def main() -> int:
    """Take the signals before anything else, and only then import what takes time."""
    SIGNALS.take()
    from mcptest_action import cli  # noqa: PLC0415 - see above

    code = cli.main()
    SIGNALS.ignore()
    return code


if __name__ == "__main__":
    sys.exit(main())
