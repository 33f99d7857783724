"""The revisions of the protocol that have checks, sets of them, and where a requirement is written
in each.
"""

from collections.abc import Mapping

from mcptest_action.core.protocol.exchange import LEGACY_VERSIONS, MODERN_VERSIONS, Era, EraName

JUNE_2025, NOVEMBER_2025, JULY_2026 = "2025-06-18", "2025-11-25", "2026-07-28"
REVISIONS = (JUNE_2025, NOVEMBER_2025, JULY_2026)

LEGACY = (JUNE_2025, NOVEMBER_2025)
SINCE_NOVEMBER = (NOVEMBER_2025, JULY_2026)
MODERN = (JULY_2026,)


def is_revision(text: str) -> bool:
    return text in LEGACY_VERSIONS or text in MODERN_VERSIONS


def era_of(revision: str) -> Era:
    name = EraName.MODERN if revision in MODERN_VERSIONS else EraName.LEGACY
    return Era(name, revision)


SITE = "https://modelcontextprotocol.io/specification"
JSON_RPC = "https://www.jsonrpc.org/specification#error_object"


def everywhere(page: str) -> Mapping[str, str]:
    """The same page and section in every revision."""
    return written(page, page)


def written(legacy: str = "", modern: str = "", november: str = "") -> Mapping[str, str]:
    """A page and section for the revisions with a handshake, and one for those without."""
    pages = zip(REVISIONS, (legacy, november or legacy, modern), strict=True)
    return {revision: page for revision, page in pages if page}


def over_http(legacy: str = "", modern: str = "") -> Mapping[str, str]:
    """The same for sections of the pages about HTTP."""
    older, newer = "basic/transports", "basic/transports/streamable-http"
    return written(legacy and f"{older}#{legacy}", modern and f"{newer}#{modern}")


def spec_link(page: str, revision: str) -> str:
    """The address of the requirement; a page outside of the specification is one already."""
    return page if page.startswith("https://") else f"{SITE}/{revision}/{page}"
