"""The revisions of the protocol that have checks, and sets of them."""

from mcptest_action.core.exchange.era import MODERN_VERSIONS, Era, EraName

JUNE_2025, NOVEMBER_2025, JULY_2026 = "2025-06-18", "2025-11-25", "2026-07-28"
REVISIONS = (JUNE_2025, NOVEMBER_2025, JULY_2026)

ALL = REVISIONS
LEGACY = (JUNE_2025, NOVEMBER_2025)
SINCE_NOVEMBER = (NOVEMBER_2025, JULY_2026)
MODERN = (JULY_2026,)


def era_of(revision: str) -> Era:
    name = EraName.MODERN if revision in MODERN_VERSIONS else EraName.LEGACY
    return Era(name, revision)
