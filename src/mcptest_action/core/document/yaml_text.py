"""YAML text to a tree, strictly: nothing that a reviewer and a machine could read differently.

Refused, each with its place: duplicate keys, anchors and aliases, tags, several documents,
keys that are not plain words, deep nesting, and characters that end lines, turn them round or
control something without being seen. The parser's events are consumed one by one, so no
document, however deep, can exhaust the stack.
"""

from collections.abc import Iterator
from typing import Any

import yaml
from yaml import events

from mcptest_action.core.text import InputError, unusable
from .reviewed import check_reviewed
from .scalar import resolve
from .tree import Field, Fields, Items, Mark, Node, Scalar, place

YAML_DEPTH = 50
_MOST_VALUES = 150_000  # more than ten thousand rules; a file of dashes has half a million
# libyaml if it is installed: it is ten times faster, and reads the same language.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str, file: str) -> Node:
    """The one document of the text."""
    check_reviewed(text, file)
    try:
        return _Builder(file).build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise unusable(file, f"not valid YAML: {error.problem}", "", *where) from None


class _Open:
    """A list or mapping whose end has not been read yet."""

    def __init__(self, event: Any) -> None:
        self.mapping = isinstance(event, events.MappingStartEvent)
        self.flow = bool(event.flow_style)
        self.first: Mark = event.start_mark
        self.items: list[Node] = []
        self.fields: list[Field] = []
        self.key: Scalar | None = None
        self.seen: dict[str, Mark] = {}

    def close(self, last: Mark) -> Node:
        if self.mapping:
            return Fields(tuple(self.fields), self.flow, self.first, last)
        return Items(tuple(self.items), self.flow, self.first, last)


class _Builder:
    def __init__(self, file: str) -> None:
        self.file = file
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.values = 0

    def build(self, stream: Iterator[Any]) -> Node:
        for event in stream:
            if isinstance(event, events.NodeEvent):  # first, because most of them are
                node = self._node(event)
            elif isinstance(event, events.CollectionEndEvent):
                last: Any = event.end_mark
                node = self.open.pop().close(last)
            elif isinstance(event, events.DocumentStartEvent) and self.root is not None:
                raise self._error(event, "a second document starts here", "keep one per file")
            else:
                continue
            if node is not None:
                self._add(node)
        if self.root is None:
            raise unusable(self.file, "the file is empty", "", 1, 1)
        return self.root

    def _node(self, event: Any) -> Node | None:
        """The value, unless this event only begins it."""
        self.values += 1
        if self.values > _MOST_VALUES:
            raise self._error(event, f"more than {_MOST_VALUES:,} values", "is this a policy?")
        if isinstance(event, events.AliasEvent):
            raise self._error(event, "aliases (*name) are not allowed", "repeat the value")
        if event.anchor is not None:
            what = f"anchors (&{event.anchor}) are not allowed"
            raise self._error(event, what, "repeat the value")
        if event.tag is not None:
            what = f"the tag '{event.tag}' is not allowed"
            raise self._error(event, what, "write the plain value")
        first: Any = event.start_mark
        last: Any = event.end_mark
        if isinstance(event, events.ScalarEvent):
            unquoted = event.implicit[0]
            value = resolve(event.value) if unquoted else event.value
            return Scalar(value, event.value, first, last)
        if len(self.open) == YAML_DEPTH:
            raise self._error(event, f"nested more than {YAML_DEPTH} levels deep")
        self.open.append(_Open(event))
        return None

    def _add(self, node: Node) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = self._key(node, parent.seen)
        else:
            parent.fields.append(Field(parent.key, node))
            parent.key = None

    def _key(self, node: Node, seen: dict[str, Mark]) -> Scalar:
        if not isinstance(node, Scalar):
            line, column, _ = node.start
            raise unusable(self.file, "a key must be a plain word", "", line, column)
        if node.text in seen:
            line, column, _ = node.start
            what = f"the key '{node.text}' appears twice"
            hint = f"first on line {place(seen[node.text]).line}; keep one"
            raise unusable(self.file, what, hint, line, column)
        seen[node.text] = node.first
        return node

    def _error(self, event: Any, what: str, hint: str = "") -> InputError:
        line, column, _ = place(event.start_mark)
        return unusable(self.file, what, hint, line, column)
