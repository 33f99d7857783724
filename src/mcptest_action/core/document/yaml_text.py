"""YAML text to a tree, strictly: nothing that a reviewer could read one way and a machine another.

Refused, each with its place: duplicate keys, anchors and aliases, tags, several documents,
keys that are not plain words, deep nesting, control characters. The parser's events are
consumed one by one, so no document, however deep, can exhaust the stack.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml import events

from mcptest_action.core.document.scalar import resolve
from mcptest_action.core.document.tree import Field, Fields, Items, Node, Place, Scalar
from mcptest_action.core.errors import InputError, unusable

DEPTH_LIMIT = 50
# libyaml where there is one: it is ten times faster, and reads the same language.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_yaml(text: str, file: str) -> Node:
    """The one document of the text."""
    _refuse_control_characters(text, file)
    try:
        return _Builder(file).build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise unusable(file, f"not valid YAML: {error.problem}", "", *place) from None


def _refuse_control_characters(text: str, file: str) -> None:
    match = _FORBIDDEN.search(text)
    if match is None:
        return
    line = text.count("\n", 0, match.start()) + 1
    column = match.start() - text.rfind("\n", 0, match.start())
    what = f"the character U+{ord(match[0]):04X} does not belong in a text file"
    raise unusable(file, what, "is this a binary file?", line, column)


class _Open:
    """A list or mapping whose end has not been read yet."""

    def __init__(self, event: events.CollectionStartEvent) -> None:
        self.mapping = isinstance(event, events.MappingStartEvent)
        self.flow = bool(event.flow_style)
        self.start = _place(event.start_mark)
        self.items: list[Node] = []
        self.fields: list[Field] = []
        self.key: Scalar | None = None
        self.seen: dict[str, Place] = {}


class _Builder:
    def __init__(self, file: str) -> None:
        self.file = file
        self.open: list[_Open] = []
        self.root: Node | None = None

    def build(self, stream: Iterator[events.Event]) -> Node:
        for event in stream:
            match event:
                case events.ScalarEvent():
                    self._add(self._scalar(event))
                case events.CollectionStartEvent():
                    self._refuse_magic(event)
                    if len(self.open) == DEPTH_LIMIT:
                        raise self._error(event, f"nested more than {DEPTH_LIMIT} levels deep")
                    self.open.append(_Open(event))
                case events.CollectionEndEvent():
                    self._add(_closed(self.open.pop(), _place(event.end_mark)))
                case events.AliasEvent():
                    raise self._error(event, "aliases (*name) are not allowed", "repeat the value")
                case events.DocumentStartEvent() if self.root is not None:
                    raise self._error(event, "a second document starts here", "keep one per file")
        if self.root is None:
            raise unusable(self.file, "the file is empty", "", 1, 1)
        return self.root

    def _scalar(self, event: events.ScalarEvent) -> Scalar:
        self._refuse_magic(event)
        plain = event.implicit[0]
        value = resolve(event.value) if plain else event.value
        return Scalar(value, event.value, _place(event.start_mark), _place(event.end_mark))

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

    def _key(self, node: Node, seen: dict[str, Place]) -> Scalar:
        line, column, _ = node.start
        if not isinstance(node, Scalar):
            raise unusable(self.file, "a key must be a plain word", "", line, column)
        if node.text in seen:
            first = seen[node.text].line
            what = f"the key '{node.text}' appears twice"
            raise unusable(self.file, what, f"first on line {first}; keep one", line, column)
        seen[node.text] = node.start
        return node

    def _refuse_magic(self, event: events.NodeEvent) -> None:
        if event.anchor is not None:
            raise self._error(
                event, f"anchors (&{event.anchor}) are not allowed", "repeat the value"
            )
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise self._error(event, f"the tag '{tag}' is not allowed", "write the plain value")

    def _error(self, event: events.Event, what: str, hint: str = "") -> InputError:
        line, column, _ = _place(event.start_mark)
        return unusable(self.file, what, hint, line, column)


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1, mark.index)


def _closed(done: _Open, end: Place) -> Node:
    if done.mapping:
        return Fields(tuple(done.fields), done.flow, done.start, end)
    return Items(tuple(done.items), done.flow, done.start, end)
