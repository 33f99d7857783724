"""`python -m mcptest_action` is `mcptest`."""

import sys

from mcptest_action.cli import main

if __name__ == "__main__":
    sys.exit(main())
