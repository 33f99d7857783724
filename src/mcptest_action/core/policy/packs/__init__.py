"""Packs: policies that ship with the program, by name and version."""

from .model import Pack
from .starter import STARTER

PACKS: tuple[Pack, ...] = (STARTER,)


def pack_of(name: str, version: str | None = None) -> Pack | None:
    """The pack of that name, if there is one; of that version, if one is asked for."""
    return next((p for p in PACKS if p.name == name and version in (None, p.version)), None)


__all__ = ["PACKS", "Pack", "pack_of"]
