"""Names of tools that do not exist: made up for one listing, and held against every listing."""

import unicodedata
from collections.abc import Iterable

from mcptest_action.core.protocol.exchange import NO_SUCH
from .model import Surface


def made_up_name(surface: Surface, stem: str = "tool") -> str:
    """The same for the same listing; whatever is appended to it, no listed tool is meant."""
    listed = [name for tool in surface.tools if isinstance(name := tool.get("name"), str)]
    name, more = f"{NO_SUCH}{stem}", "x"
    while not is_made_up(name, listed):
        name, more = f"{NO_SUCH}{more}_{stem}", more + "x"
    return name


def is_made_up(name: str, listed: Iterable[str]) -> bool:
    """Whether no server can take the name for one that it lists.

    Not even one that ignores case and punctuation, or completes what is abbreviated.
    """
    folded = _folded(name)
    return name.startswith(NO_SUCH) and not any(
        _folded(other).startswith(folded) for other in listed
    )


def _folded(name: str) -> str:
    compatible = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in compatible if char.isalnum())
