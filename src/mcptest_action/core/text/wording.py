"""Numbers and names in words, and where the documentation is."""

from collections.abc import Sequence

HOME = "https://github.com/org/mcptest-action"


def page(name: str, anchor: str = "") -> str:
    """The address of a page below `docs/`, and of a heading on it."""
    return f"{HOME}/blob/main/docs/{name}" + (f"#{anchor}" if anchor else "")


_SCHEMAS = "https://raw.githubusercontent.com/org/mcptest-action/main/src/mcptest_action/schemas"


def schema_line(name: str, file: str | None = None) -> str:
    """The first line of a YAML file, by which editors find its schema: in a file, or at home."""
    where = f"{_SCHEMAS}/{name}.schema.json" if file is None else file
    return f"# yaml-language-server: $schema={where}"


_MOST_NAMES, _LONGEST_NAME = 5, 60


def names_in_words(names: Sequence[str]) -> str:
    """`a, b and 3 more`: the things that a number counts, as far as a line has room for them."""
    shown = [_cut(name) or "one without a name" for name in names[:_MOST_NAMES]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def plural(count: int, noun: str) -> str:
    """`1 rule`, `2 rules`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
