"""All that is known of a server before its checks run, in one revision."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import TestResult
from mcptest_action.core.protocol.exchange import Era, EraName, Hello, Reaction
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.target import Address
from .revision import LEGACY


class Examinee(NamedTuple):
    """What scripts and reviews may build on."""

    era: Era
    address: Address
    hello: Hello
    answer: Reaction
    """The reaction to `initialize` or `server/discover`, as it came."""
    surface: Surface
    spoken: tuple[str, ...]
    """Every revision that the server speaks, of those that were asked for."""
    client_version: str
    calls: bool = True
    """Whether calls are allowed at all; they may go to tools that do not exist."""
    results: tuple[TestResult, ...] = ()
    """What the probes of the run found, where it was made in this revision."""
    run_revision: str = ""
    """The revision in which tools are called; empty where none are."""

    locked: bool = False
    """The server wants credentials, and has said nothing else."""
    hellos: Mapping[str, Reaction] = {}
    """The answers to the hellos of all revisions that are spoken."""
    met_at_first: bool = False
    """Whether the very first hello to the server was made in this revision, and is not repeated."""
    has_spare: bool = False
    """Whether a connection is left on which no hello came about, and nothing broke."""

    @property
    def revision(self) -> str:
        return self.era.version

    @property
    def is_modern(self) -> bool:
        return self.era.name is EraName.MODERN

    @property
    def newest_legacy(self) -> str:
        """The newest revision with a handshake that is spoken; empty where there is none."""
        return max((revision for revision in self.spoken if revision in LEGACY), default="")

    def declares(self, capability: str, feature: str | None = None) -> bool:
        """Whether the server says it has it; with a feature, such as listChanged, also that."""
        capabilities = self.hello.capabilities
        if capability not in capabilities:
            return False
        declared = capabilities[capability]
        return feature is None or (isinstance(declared, dict) and declared.get(feature) is True)
