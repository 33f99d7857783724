"""What a server listed, and why we cannot say anything about it if the listing failed."""

from mcptest_action.core.checks.results import Ruling, entailed, not_applicable
from .model import Examinee

# The checks on whether there is a list at all; and, where that varies, the first on its entries.
ABOUT_LISTS = ("LIFE-10", "PAGE-01")
_ABOUT_ENTRIES = {"tools": "TOOLS-01", "resources": "RSRC-01", "prompts": "PRMT-01"}
_METHODS = {"tools": "tools/list", "resources": "resources/list", "prompts": "prompts/list"}


def unlisted(server: Examinee, capability: str) -> Ruling | None:
    """The ruling on all checks of the entries, if there are none; None if there are some.

    Something declared that cannot be listed has failed: nobody can tell that it is sound. That is
    one failure, however many checks would have looked at the list.
    """
    if not server.declares(capability):
        return not_applicable(f"the server does not declare {capability}")
    method = _METHODS[capability]
    for problem in server.surface.problems:
        if problem.startswith(f"{method}:"):
            because = f"there is no list to look at: {problem}"
            return entailed(because, *ABOUT_LISTS, _ABOUT_ENTRIES[capability])
    entries = {
        "tools": server.surface.tools,
        "resources": server.surface.resources + server.surface.templates,
        "prompts": server.surface.prompts,
    }
    return None if entries[capability] else not_applicable(f"{method} is empty")
