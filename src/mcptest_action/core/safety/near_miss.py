"""Keys that were meant to be an annotation or a hint, and are none: nobody reads them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.text import misspelt
from .read_declaration import (
    ANNOTATIONS,
    CONFIRMATION,
    EFFECT,
    HINTS,
    IDEMPOTENT,
    PREFIXES,
    SENSITIVITY,
)

_MOST_KEYS = 100
_LONGEST_KEY = 80


class NearMiss(NamedTuple):
    place: str
    """`annotations` or `_meta`, where it stands."""
    key: str
    meant: str
    """What should stand there, or elsewhere."""

    @property
    def sentence(self) -> str:
        return f"the key '{self.key}' is ignored: did you mean {self.meant}?"


def near_misses(tool: Mapping[str, Any]) -> Iterator[NearMiss]:
    """Every key that misses, unless the right one stands beside it."""
    annotations, meta = _keys(tool, "annotations"), _keys(tool, "_meta")
    there = {*(f"annotations.{key}" for key in annotations), *meta}
    for place, keys, meant_by in (
        ("annotations", annotations, _meant_in_annotations),
        ("_meta", meta, _meant_in_meta),
    ):
        for key in keys:
            meant = meant_by(key)
            if meant and there.isdisjoint(meant):
                shown = meant[0].removeprefix("annotations.")
                yield NearMiss(place, key, f"{shown}{_elsewhere(place, meant[0])}")


def _keys(tool: Mapping[str, Any], place: str) -> list[str]:
    given = tool.get(place)
    keys = list(given)[:_MOST_KEYS] if isinstance(given, Mapping) else []
    return [key for key in keys if isinstance(key, str) and len(key) <= _LONGEST_KEY]


def _elsewhere(place: str, meant: str) -> str:
    wanted = "annotations" if meant.startswith("annotations.") else "_meta"
    return "" if wanted == place else f" in its {wanted}"


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _hints(name: str | None, prefix: str = PREFIXES[0]) -> tuple[str, ...]:
    """All ways to write a hint, the likeliest first."""
    ways = () if name is None else (prefix + name, *(other + name for other in PREFIXES))
    return tuple(dict.fromkeys(ways))


_RIGHT = frozenset(prefix + name for prefix in PREFIXES for name in HINTS)
_PREFIX = {_plain(prefix): prefix for prefix in PREFIXES} | {"mcp": PREFIXES[0]}
# As they are spelt by mistake; what differs by a slip of the keyboard need not stand here.
_HINT = {_plain(name): name for name in HINTS} | {
    "effects": EFFECT,
    "sideeffect": EFFECT,
    "sideeffects": EFFECT,
    "idempotency": IDEMPOTENT,
    "isidempotent": IDEMPOTENT,
    "confirm": CONFIRMATION,
    "confirmation": CONFIRMATION,
    "needsconfirmation": CONFIRMATION,
    "sensitivity": SENSITIVITY,
}
_ANNOTATION = {
    spelling: f"annotations.{name}"
    for name in ANNOTATIONS
    for spelling in (_plain(name), _plain(name).removesuffix("hint"), f"is{_plain(name)}")
}
# Without a prefix a key may be somebody's own: only what can hardly mean anything else.
_BARE = {**{_plain(name): name for name in HINTS}, "effects": EFFECT}
_LONG = tuple(name for name in HINTS if name != EFFECT)
_IN_META = {
    **{_plain(name): (f"annotations.{name}",) for name in ANNOTATIONS},
    **{name: _hints(hint) for name, hint in _BARE.items()},
    **{front + name: (meant,) for front in _PREFIX for name, meant in _ANNOTATION.items()},
    **{
        front + name: _hints(hint, prefix)
        for front, prefix in _PREFIX.items()
        for name, hint in _HINT.items()
    },
}


def _meant_in_annotations(key: str) -> tuple[str, ...]:
    if key in ANNOTATIONS:
        return ()
    name = misspelt(key, ANNOTATIONS)
    meant = _ANNOTATION.get(_plain(key)) or (name and f"annotations.{name}")
    return (meant,) if meant else _IN_META.get(_plain(key), ())


def _meant_in_meta(key: str) -> tuple[str, ...]:
    if key in _RIGHT:
        return ()
    known = _IN_META.get(_plain(key))
    if known:
        return known
    prefix, slash, name = key.rpartition("/")
    if not slash:
        return _hints(misspelt(key, _LONG))
    ours = _PREFIX.get(_plain(prefix))
    return _hints(misspelt(name, HINTS), ours) if ours else ()
