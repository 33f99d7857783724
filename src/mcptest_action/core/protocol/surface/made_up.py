"""Names of tools that do not exist: made up for one listing, and held against every listing."""

import unicodedata
from collections.abc import Collection

from mcptest_action.core.protocol.exchange import NO_SUCH
from .model import Surface, digest

_ENOUGH = 12


def made_up_name(surface: Surface, stem: str = "tool") -> str:
    """The same for the same listing; whatever is appended to it, no listed tool is meant.

    A listing that has the first choice can hardly have its own digest, so one look at it is enough.
    """
    taken = {folded(name) for name in surface.tools_by_name}
    name = f"{NO_SUCH}{stem}"
    if is_made_up(name, taken):
        return name
    mark = digest(sorted(taken)).removeprefix("sha256:")
    return f"{NO_SUCH}{mark[:_ENOUGH]}_{stem}"


def is_made_up(name: str, taken: Collection[str]) -> bool:
    """Whether no server can take the name for one that it lists; `taken` are those, folded.

    Not even one that ignores case and punctuation, or completes what is abbreviated.
    """
    start = folded(name)
    return name.startswith(NO_SUCH) and not any(other.startswith(start) for other in taken)


def folded(name: str) -> str:
    compatible = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in compatible if char.isalnum())
