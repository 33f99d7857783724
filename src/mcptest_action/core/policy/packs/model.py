"""What a pack is."""

from typing import NamedTuple


class Pack(NamedTuple):
    name: str
    version: str
    """A policy that extends `pack:NAME@VERSION` means these rules for ever."""
    title: str
    text: str
    """The policy, as YAML."""
    not_checked: tuple[str, ...] = ()
    """What its authors ask for, and nothing in an artifact can tell."""
