"""A manifest file as plain JSON data that still knows the place of each part."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from mcptest_action.core.document import Fields, Items, Node, Place, plain, read_json
from mcptest_action.core.text import InputError, Problem, unusable

Path = tuple[str | int, ...]


class Source(NamedTuple):
    """`tree` is the same document with places; JSON has none."""

    file: str
    data: Any
    tree: Node | None = None

    def problem(self, path: Path, what: str, hint: str = "") -> Problem:
        """What is wrong with the part at `path`, and where that is written."""
        if self.tree is None:
            return Problem(self.file, what, hint)
        line, column, _ = _place(self.tree, path)
        return Problem(self.file, what, hint, line, column)


def read_source(text: str, file: str) -> Source:
    """The document of a file whose name ends in .json, .yaml or .yml."""
    name = file.lower()
    if name.endswith(".json"):
        source = Source(file, read_json(text, file))
    elif name.endswith((".yaml", ".yml")):
        # A third of the start-up, and a captured tools/list does not need it.
        from mcptest_action.core.document.yaml_text import read_yaml  # noqa: PLC0415

        tree = read_yaml(text, file)
        source = Source(file, plain(tree), tree)
    else:
        what = "is neither YAML nor JSON by its name"
        raise unusable(file, what, "let it end in .yaml, .yml or .json")
    strange = [
        source.problem(path, "this number cannot be written as JSON", "use a finite one")
        for path in _not_finite(source.data, ())
    ]
    if strange:
        raise InputError(strange)
    return source


def _not_finite(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, float) and not math.isfinite(value):
        yield path
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _not_finite(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _not_finite(inner, (*path, index))


def _place(node: Node, path: Path) -> Place:
    """The place of the key or entry; if it is spelt differently, the place of its container."""
    place = node.start
    for step in path:
        found = _parts(node).get(step)
        if found is None:
            break
        place, node = found
    return place


def _parts(node: Node) -> dict[str | int, tuple[Place, Node]]:
    """What is directly inside, and its place."""
    if isinstance(node, Fields):
        return {field.name.text: (field.name.start, field.value) for field in node.fields}
    items = node.items if isinstance(node, Items) else ()
    return {index: (item.start, item) for index, item in enumerate(items)}
