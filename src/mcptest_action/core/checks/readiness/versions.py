"""Versions as texts: whether one is a range, and whether two are the same release."""

import re

_NUMBER = r"v?\d{1,9}(?:\.\d{1,9}){0,3}(?:-[0-9A-Za-z.-]{1,80})?"
_RANGES = (
    re.compile(rf"(?:\^|~|>=|<=|>|<|=)\s{{0,9}}{_NUMBER}", re.ASCII),
    re.compile(rf"{_NUMBER}\s{{1,9}}-\s{{1,9}}{_NUMBER}", re.ASCII),
    re.compile(rf"{_NUMBER}(?:\s{{0,9}}\|\|\s{{0,9}}{_NUMBER}){{1,9}}", re.ASCII),
)
_WILDCARD = re.compile(r"(?:v?\d{1,9}|[xX*])(?:\.(?:\d{1,9}|[xX*])){1,2}", re.ASCII)
# PyPI writes 1.2.0rc1 for what npm calls 1.2.0-rc.1.
_STAGE = re.compile(r"[-._]?(alpha|beta|rc|a|b)[-._]?(?=\d|\Z)", re.ASCII)
_SHORT = {"alpha": "a", "beta": "b"}
# For what is published again without a new package, the registry advises 1.2.3-1.
_REPUBLISHED = re.compile(r"(?<=\.)(\d{1,9}\.\d{1,9})-\d{1,9}\Z", re.ASCII)
_BEFORE_A_VERSION = "@/_-"


def is_range(version: str) -> bool:
    """Whether it looks like several versions, which the registry refuses."""
    plain = version.strip()
    if any(pattern.fullmatch(plain) for pattern in _RANGES):
        return True
    return bool(_WILDCARD.fullmatch(plain)) and not set(plain).isdisjoint("xX*")


def same_release(published: str, version: str) -> bool:
    """Whether `server.json` of the version `published` goes with something of that version."""
    return _plain(version) in (_plain(published), _plain(_REPUBLISHED.sub(r"\1", published)))


def _plain(version: str) -> str:
    plain = version.strip().lower().removeprefix("v").partition("+")[0]
    return _STAGE.sub(lambda found: _SHORT.get(found[1], found[1]), plain)


def tag_names(tag: str, published: str) -> bool:
    """Whether the tag names it: for `1.2.3` also `v1.2.3`, `server-v1.2.3`, `server@1.2.3`."""
    starts = (n + 1 for n, character in enumerate(tag) if character in _BEFORE_A_VERSION)
    return any(same_release(published, tag[start:]) for start in (0, *starts))
