"""Packs: policies that ship with the program, by name and version."""

from .anthropic import ANTHROPIC
from .model import Pack
from .openai import OPENAI
from .registry import REGISTRY
from .starter import STARTER
from .strict import STRICT

PACKS: tuple[Pack, ...] = (STARTER, STRICT, ANTHROPIC, OPENAI, REGISTRY)


def pack_of(name: str, version: str | None = None) -> Pack | None:
    """The pack of that name, if there is one: of that version, or else the newest."""
    newest_first = reversed(PACKS)
    return next((p for p in newest_first if p.name == name and version in (None, p.version)), None)


__all__ = ["PACKS", "STARTER", "Pack", "pack_of"]
