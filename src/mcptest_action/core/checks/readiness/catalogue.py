"""Every directory, and the facts that its criteria feed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .anthropic import ANTHROPIC
from .model import Criterion, Directory, Total
from .openai import OPENAI
from .registry import REGISTRY

DIRECTORIES: tuple[Directory, ...] = (ANTHROPIC, OPENAI, REGISTRY)
ABOUT_SERVER_JSON = REGISTRY.name
BY_NAME: Mapping[str, Directory] = MappingProxyType({each.name: each for each in DIRECTORIES})


class ReadinessFact(NamedTuple):
    """What a fact of the artifact rests on."""

    name: str
    counts: str
    directory: str
    rests_on: Criterion | Total


def _facts_of(directory: Directory) -> tuple[ReadinessFact, ...]:
    checked = [(each.check, each) for each in directory.criteria if each.check]
    rows = [ReadinessFact(c.fact, c.counts, directory.name, each) for c, each in checked]
    totals = (*directory.totals, directory.unmet)
    return (*rows, *(ReadinessFact(t.fact, t.counts, directory.name, t) for t in totals))


READINESS_FACTS: tuple[ReadinessFact, ...] = tuple(
    fact for directory in DIRECTORIES for fact in _facts_of(directory)
)
_DIRECTORY_OF = {fact.name: fact.directory for fact in READINESS_FACTS}


def asked_by(facts: tuple[str, ...]) -> tuple[str, ...]:
    """The directories that these facts are about, in the order of the catalogue."""
    named = {_DIRECTORY_OF[name] for name in facts if name in _DIRECTORY_OF}
    return tuple(each.name for each in DIRECTORIES if each.name in named)
