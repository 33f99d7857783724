"""Official extensions that have checks: how a server declares one, and where it is specified."""

from collections.abc import Mapping
from typing import Any

from .model import Examinee
from .revision import written

SKILLS, UI = "io.modelcontextprotocol/skills", "io.modelcontextprotocol/ui"
_SOURCE = "https://github.com/modelcontextprotocol"
_SKILLS_PAGE = f"{_SOURCE}/ext-skills/blob/main/specification/stable/skills.mdx"
_UI_PAGE = f"{_SOURCE}/ext-apps/blob/main/specification/2026-01-26/apps.mdx"


# The keys of `_meta` that skills may use; MCP Apps have none with a prefix.
SKILLS_KEYS = "io.modelcontextprotocol.skills/"


def declared_in(capabilities: Mapping[str, Any]) -> Mapping[str, Any]:
    """The extensions that a server declares, with their settings."""
    declared = capabilities.get("extensions")
    return declared if isinstance(declared, Mapping) else {}


def others_in(capabilities: Mapping[str, Any]) -> tuple[str, ...]:
    """The declared extensions that may bring result types and keys that we don't know."""
    return tuple(name for name in declared_in(capabilities) if name not in (SKILLS, UI))


def in_skills(section: str) -> Mapping[str, str]:
    """A section on skills, which are specified for 2026-07-28 and later."""
    return written(modern=f"{_SKILLS_PAGE}#{section}")


def in_apps(section: str) -> Mapping[str, str]:
    """A section on MCP Apps, which name no revision of the protocol."""
    return written(f"{_UI_PAGE}#{section}", f"{_UI_PAGE}#{section}")


def settings_of(server: Examinee, extension: str) -> Mapping[str, Any] | None:
    """What a server says about an extension that it declares; None if it doesn't declare it."""
    declared = declared_in(server.hello.capabilities)
    if extension not in declared:
        return None
    settings = declared[extension]
    return settings if isinstance(settings, Mapping) else {}
