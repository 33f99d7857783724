"""Import what we will need later, while a server is starting and there is nothing else to do."""

import importlib
import threading
from contextlib import suppress

# Models of every message of the protocol: they take longer to read than most servers to start.
MODELS = "mcp_types.methods"
CHECKS = "mcptest_action.core.checks.conformance.catalogue"


def warm_up(*modules: str) -> None:
    """Begin; code that needs one of the modules waits for it, as for any import."""
    threading.Thread(target=_import, args=(modules,), daemon=True).start()


def _import(modules: tuple[str, ...]) -> None:
    with suppress(Exception):  # the code that needs it gets the same error, and can report it
        for module in modules:
            importlib.import_module(module)
