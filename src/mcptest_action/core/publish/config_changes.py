"""What a pull request changes in `mcptest.yml`, key by key."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.document import Fields, Items, Node, Scalar, plain
from .changes import Change, Changed, brief

# What decides about the verdict comes first: the list has an end.
_ORDER = ("gate", "execution", "suites", "servers", "tools")
_NOTHING = "nothing"


def config_changes(file: str, base: Node | None, head: Node | None) -> tuple[Changed, ...]:
    """Every key whose value is another one; None stands for a branch without the file."""
    before, after = dict(_leaves(_data(base))), dict(_leaves(_data(head)))
    return tuple(
        Changed(Change.SETTING, f"{'.'.join(key)} in {file}", _both(before, after, key))
        for key in sorted({**before, **after}, key=_rank)
        if _text(before, key) != _text(after, key)
    )


def policies_named(config: Node | None) -> tuple[str, ...]:
    return _texts(_inside(_inside(config, "gate"), "policy"))


def baselines_named(config: Node | None) -> tuple[str, ...]:
    return _texts(_inside(_inside(config, "gate"), "baseline"))


def suites_named(config: Node | None) -> tuple[str, ...]:
    """For the gate alone, or for every command."""
    return _texts(_inside(_inside(config, "gate"), "suite")) or _texts(_inside(config, "suites"))


def _texts(node: Node | None) -> tuple[str, ...]:
    """As the gate takes them: as they are written. We compare even what a gate would refuse."""
    entries = node.items if isinstance(node, Items) else (node,)
    return tuple(
        entry.text for entry in entries if isinstance(entry, Scalar) and entry.value is not None
    )


def _inside(node: Node | None, key: str) -> Node | None:
    fields = node.fields if isinstance(node, Fields) else ()
    return next((field.value for field in fields if field.name.text == key), None)


def _data(node: Node | None) -> Any:
    return plain(node) if isinstance(node, Fields) else {}


Key = tuple[str, ...]
Leaves = Mapping[Key, Any]


def _leaves(value: Any, at: Key = ()) -> Iterator[tuple[Key, Any]]:
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _leaves(inner, (*at, name))
    elif at:
        yield at, value


def _rank(key: Key) -> tuple[int, Key]:
    return (_ORDER.index(key[0]) if key[0] in _ORDER else len(_ORDER), key)


def _text(leaves: Leaves, key: Key) -> str:
    if key not in leaves:
        return _NOTHING
    return json.dumps(leaves[key], ensure_ascii=False)


def _both(before: Leaves, after: Leaves, key: Key) -> str:
    return f"{brief(_text(before, key))} → {brief(_text(after, key))}"
