"""The revisions of the protocol that have checks, sets of them, and where a requirement is written
in each.
"""

import re
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.protocol.exchange import LEGACY_VERSIONS, MODERN_VERSIONS, Era, EraName

NOVEMBER_2024, MARCH_2025, JUNE_2025 = "2024-11-05", "2025-03-26", "2025-06-18"
NOVEMBER_2025, JULY_2026 = "2025-11-25", "2026-07-28"
REVISIONS = (NOVEMBER_2024, MARCH_2025, JUNE_2025, NOVEMBER_2025, JULY_2026)
# Every server is asked for these. The older ones are examined where a server settles on one.
ASKED = (JUNE_2025, NOVEMBER_2025, JULY_2026)

SINCE_MARCH, SINCE_JUNE, SINCE_NOVEMBER = REVISIONS[1:], REVISIONS[2:], REVISIONS[3:]
LEGACY = (NOVEMBER_2024, MARCH_2025, JUNE_2025, NOVEMBER_2025)
MODERN = (JULY_2026,)


def is_revision(text: str) -> bool:
    return text in LEGACY_VERSIONS or text in MODERN_VERSIONS


# A date, perhaps one of a draft.
_REVISION = re.compile(r"(?:DRAFT-)?[0-9]{4}-\S+")


def names_revision(value: Any) -> bool:
    """Whether a server may call a revision like this, be it one that we do not know."""
    return isinstance(value, str) and _REVISION.fullmatch(value) is not None


MEET = "meet"


def meeting(revision: str) -> str:
    """The name of the exchanges in which a server is met that was asked for the revision."""
    return f"{revision}/{MEET}"


def era_of(revision: str) -> Era:
    name = EraName.MODERN if revision in MODERN_VERSIONS else EraName.LEGACY
    return Era(name, revision)


SITE = "https://modelcontextprotocol.io/specification"
JSON_RPC = "https://www.jsonrpc.org/specification#error_object"
_NO_REPLY = "https://www.jsonrpc.org/specification#notification"
# Sections that stand elsewhere in an older revision; 2024-11-05 leaves some to JSON-RPC.
_BEFORE_JUNE = {
    "client/elicitation#capabilities": "client/sampling#capabilities",
    "schema": "basic#schema",
    "schema#initializerequest": "basic/lifecycle#initialization",
}
_MOVED: Mapping[str, Mapping[str, str]] = {
    NOVEMBER_2024: {
        **_BEFORE_JUNE,
        "basic#messages": "basic/messages",
        "basic#notifications": _NO_REPLY,
        "basic#requests": "basic/messages#requests",
        "basic#responses": "basic/messages#responses",
        "server/utilities/completion#capabilities": "server/utilities/logging#capabilities",
    },
    MARCH_2025: _BEFORE_JUNE,
}


def everywhere(page: str) -> Mapping[str, str]:
    """The same page and section in every revision."""
    return written(page, page)


def written(legacy: str = "", modern: str = "", november: str = "") -> Mapping[str, str]:
    """A page and section for the revisions with a handshake, and one for those without.

    Since when it is written there, the requirement says: `revisions=SINCE_JUNE`.
    """
    pages = {**dict.fromkeys(LEGACY, legacy), **dict.fromkeys(MODERN, modern)}
    pages[NOVEMBER_2025] = november or legacy
    return {
        revision: _MOVED.get(revision, {}).get(page, page)
        for revision, page in pages.items()
        if page
    }


def over_http(legacy: str = "", modern: str = "") -> Mapping[str, str]:
    """The same for sections of the pages about HTTP."""
    older, newer = "basic/transports", "basic/transports/streamable-http"
    return written(legacy and f"{older}#{legacy}", modern and f"{newer}#{modern}")


def spec_link(page: str, revision: str) -> str:
    """The address of the requirement; a page outside of the specification is one already."""
    return page if page.startswith("https://") else f"{SITE}/{revision}/{page}"
