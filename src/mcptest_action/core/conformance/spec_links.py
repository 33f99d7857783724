"""Where a requirement is written, in every revision that has it."""

from collections.abc import Mapping

from mcptest_action.core.conformance.revision import LEGACY, MODERN

SITE = "https://modelcontextprotocol.io/specification"
JSON_RPC = "https://www.jsonrpc.org/specification#error_object"


def everywhere(page: str) -> Mapping[str, str]:
    """The same page and section in every revision."""
    return written(page, page)


def written(legacy: str = "", modern: str = "") -> Mapping[str, str]:
    """A page and section for the revisions with a handshake, and one for those without."""
    pages = {LEGACY: legacy, MODERN: modern}
    return {revision: page for group, page in pages.items() if page for revision in group}


def spec_link(page: str, revision: str) -> str:
    """The address of the requirement; a page outside of the specification is one already."""
    return page if page.startswith("https://") else f"{SITE}/{revision}/{page}"
