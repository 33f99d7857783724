"""Import what will be needed later, while a server is starting and there is nothing else to do."""

import importlib
import threading
from contextlib import suppress

# Models of every message of the protocol: they take longer to read than most servers to start.
MODELS = "mcp_types.methods"
CHECKS = "mcptest_action.core.checks.conformance.catalogue"


def warm_up(*modules: str) -> None:
    """Begin; whoever needs one of them waits for it, as for any import."""
    threading.Thread(target=_import, args=(modules,), daemon=True).start()


def _import(modules: tuple[str, ...]) -> None:
    with suppress(Exception):  # whoever needs it meets the same error, and can tell it
        for module in modules:
            importlib.import_module(module)
