"""Flags in messages. The author of a message marks them; the code that shows it looks up the names.

The same gate is asked for with flags, with inputs of a workflow, or with variables of a container.
A message is written once, far from all of them: `flag("timeout", "5s")` puts a mark into it, and
`Names` turns the mark into `--timeout 5s`, `timeout: 5s` or `MCPTEST_TIMEOUT=5s`.
"""

import re
from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

# Between NUL characters, which no word, variable or file name can hold. Compiled when a message
# first needs it: most commands show none.
_MARK = "\0([^\0 ]+)(?: ([^\0]*))?\0"


def flag(name: str, value: str = "") -> str:
    """A mark for a flag, with a value where the message gives one."""
    return f"\0{name} {value}\0" if value else f"\0{name}\0"


def as_flags(text: str) -> str:
    """The text for a command line."""
    return re.sub(_MARK, lambda mark: f"--{mark[1]} {mark[2] or ''}".rstrip(), text)


def first_flag(text: str) -> str | None:
    """The flag that the text begins with."""
    mark = re.match(_MARK, text)
    return mark[1] if mark else None


class Way(Enum):
    """How we were asked."""

    FLAGS = auto()
    INPUTS = auto()
    VARIABLES = auto()


class Names(NamedTuple):
    """What the user calls each flag."""

    way: Way = Way.FLAGS
    switches: frozenset[str] = frozenset()
    """The flags that take no value."""
    variables: Mapping[str, str] = {}
    """The environment variable of each flag."""

    def in_words(self, text: str) -> str:
        """The text with every mark replaced."""
        return re.sub(_MARK, self._called, text)

    def _called(self, mark: re.Match[str]) -> str:
        name, value = mark[1], mark[2] or ""
        if self.way is Way.FLAGS or name.removeprefix("no-") not in self.variables:
            return as_flags(mark[0])
        if name in self.switches:
            value = "true"
        elif name.removeprefix("no-") in self.switches:
            name, value = name.removeprefix("no-"), "false"
        if self.way is Way.INPUTS:
            return f"{name}: {value}" if value else f"the input {name}"
        variable = self.variables[name]
        return f"{variable}={value}" if value else variable
