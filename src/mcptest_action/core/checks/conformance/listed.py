"""What a server listed, and why we cannot say anything about it if the listing failed."""

from mcptest_action.core.checks.results import Ruling, failed, not_applicable
from .model import Examinee

_METHODS = {"tools": "tools/list", "resources": "resources/list", "prompts": "prompts/list"}


def unlisted(server: Examinee, capability: str) -> Ruling | None:
    """The ruling on all checks of the entries, if there are none; None if there are some.

    Something declared that cannot be listed has failed: nobody can tell that it is sound.
    """
    if not server.declares(capability):
        return not_applicable(f"the server does not declare {capability}")
    method = _METHODS[capability]
    for problem in server.surface.problems:
        if problem.startswith(f"{method}:"):
            return failed(f"there is no list to look at: {problem}")
    entries = {
        "tools": server.surface.tools,
        "resources": server.surface.resources + server.surface.templates,
        "prompts": server.surface.prompts,
    }
    return None if entries[capability] else not_applicable(f"{method} is empty")
