"""The two eras of the protocol: a handshake once, or its contents in every request."""

from enum import StrEnum
from typing import NamedTuple

LEGACY_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSIONS = ("2026-07-28",)
META_VERSION = "io.modelcontextprotocol/protocolVersion"
META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
META_CLIENT = "io.modelcontextprotocol/clientInfo"
META_SERVER = "io.modelcontextprotocol/serverInfo"


class EraName(StrEnum):
    LEGACY = "legacy"
    MODERN = "modern"


class Era(NamedTuple):
    """An era and the revision spoken in it."""

    name: EraName
    version: str


# Of a server that never said hello.
NO_ERA = Era(EraName.LEGACY, "")
NEWEST_LEGACY = Era(EraName.LEGACY, LEGACY_VERSIONS[-1])
NEWEST_MODERN = Era(EraName.MODERN, MODERN_VERSIONS[-1])
