"""The revisions of the protocol that the mock speaks, and the words that tell them apart."""

from enum import StrEnum

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"

_PREFIX = "io.modelcontextprotocol/"
VERSION_KEY = f"{_PREFIX}protocolVersion"
CAPABILITIES_KEY = f"{_PREFIX}clientCapabilities"
CLIENT_KEY = f"{_PREFIX}clientInfo"
SERVER_KEY = f"{_PREFIX}serverInfo"
LOG_LEVEL_KEY = f"{_PREFIX}logLevel"
LOG_LEVELS = (
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
)  # fmt: skip


class Era(StrEnum):
    """Legacy begins with a handshake; modern says everything in each request."""

    BOTH = "both"
    LEGACY = "legacy"
    MODERN = "modern"
