"""What a conformance check is, what it can build on, and what rules it: a probe, which asks a
server something, or a review, which looks back at everything that the server said.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.checks.results import Ruling, Status, TestResult
from mcptest_action.core.checks.run import RunConfig
from mcptest_action.core.protocol.exchange import (
    Era,
    EraName,
    Hello,
    Provenance,
    Reaction,
    Script,
)
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.target import Address, Transport
from mcptest_action.core.protocol.transcript import Exchange
from .revision import LEGACY, REVISIONS, SINCE_MARCH, everywhere, meeting


class Level(StrEnum):
    MUST = "MUST"
    SHOULD = "SHOULD"
    INFO = "INFO"
    """Recorded and never counted: the specification asks for nothing here."""


EVERY = tuple(Transport)
STDIO = (Transport.STDIO,)
HTTP = (Transport.HTTP,)


class Check(NamedTuple):
    """One requirement. Its id is never reused for another one."""

    id: str
    level: Level
    expects: str
    """What a server does that meets it, as a sentence."""
    sends: str
    """How that is found out, as a clause."""
    remedy: str
    """What to change in a server that does not meet it."""
    spec: Mapping[str, str]
    """Where it is written, by revision: page and section."""
    revisions: tuple[str, ...] = REVISIONS
    transports: tuple[Transport, ...] = EVERY
    basis: str = "spec"
    """spec: a keyword for servers; schema: the revision's schema; derived: follows from the text;
    json-rpc: JSON-RPC 2.0; robustness: ours."""


class Requirement(NamedTuple):
    """A check without its text: call it with the text."""

    id: str
    level: Level
    spec: Mapping[str, str]
    revisions: tuple[str, ...]
    transports: tuple[Transport, ...]
    basis: str

    def __call__(self, *, expects: str, sends: str, remedy: str) -> Check:
        return Check(self.id, self.level, expects, sends, remedy, *self[2:])


class Demand(NamedTuple):
    level: Level

    def __call__(
        self,
        check_id: str,
        spec: str | Mapping[str, str],
        transports: tuple[Transport, ...] = EVERY,
        *,
        revisions: tuple[str, ...] = REVISIONS,
        basis: str = "spec",
    ) -> Requirement:
        """A single page counts for every revision. A revision without a page demands nothing."""
        pages = everywhere(spec) if isinstance(spec, str) else spec
        # Streamable HTTP, which such requirements are about, is younger than the protocol.
        known = SINCE_MARCH if transports == HTTP else REVISIONS
        only = tuple(r for r in pages if r in revisions and r in known)
        return Requirement(check_id, self.level, pages, only, transports, basis)


must, should, info = Demand(Level.MUST), Demand(Level.SHOULD), Demand(Level.INFO)


# The words for them in `conformance.json`.
WORDS: Mapping[Status, str] = {
    Status.PASSED: "passed",
    Status.FAILED: "failed",
    Status.SKIPPED: "not_applicable",
    Status.INCONCLUSIVE: "not_verified",
}
Exchanges = Sequence[Exchange]
# By the id of the check.
Rulings = Mapping[str, Ruling]
Probing = Script[Rulings]


def the_same(checks: tuple[Check, ...], ruling: Ruling) -> Rulings:
    """The same ruling for all of them."""
    return {check.id: ruling for check in checks}


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
    run_config: RunConfig = RunConfig()
    """Which tools the user lets us call, and with which arguments."""
    results: tuple[TestResult, ...] = ()
    """What the probes of the run found, where it was made in this revision."""
    run_revision: str = ""
    """The revision in which tools are called; empty where none are."""

    locked: bool = False
    """The server wants credentials, and has said nothing else."""
    mute: bool = False
    """It speaks JSON-RPC, and neither says hello nor lists anything."""
    insists: EraName | None = None
    """Of a server without any sound hello: the era to which it seems to belong."""
    hellos: Mapping[str, Reaction] = {}
    """The answers to the hellos of all revisions that are spoken."""
    met_at_first: bool = False
    """Whether the very first hello to the server was made in this revision, and is not repeated."""
    asked_for: str = ""
    """The revision that was asked for when it was met; empty for the one that it speaks here."""
    chosen: str = ""
    """The revision on which it settled by itself, if no hello of ours has asked for it."""
    has_spare: bool = False
    """Whether a connection is left on which no hello came about, and nothing broke."""
    patience_s: float | None = None
    """For the first answer on a new connection, if it may never come."""
    broken: bool = False
    """Whether the connection on which it was met broke at once."""

    @property
    def revision(self) -> str:
        return self.era.version

    @property
    def calls(self) -> bool:
        """Whether calls are allowed at all; they may go to tools that do not exist."""
        return self.run_config.calls_tools

    @property
    def met_as(self) -> str:
        """The name of the exchanges in which it was met."""
        return meeting(self.asked_for or self.revision)

    @property
    def is_modern(self) -> bool:
        return self.era.name is EraName.MODERN

    @property
    def is_newest(self) -> bool:
        """Whether the server speaks no newer revision, of those that were asked for."""
        return self.revision == max(self.spoken, default="")

    @property
    def has_connections(self) -> bool:
        """Whether requests belong to a process or a session; else each stands for itself."""
        return not (self.is_modern and self.address.http)

    @property
    def newest_legacy(self) -> str:
        """The newest spoken revision with a handshake; empty if there is none."""
        return max((revision for revision in self.spoken if revision in LEGACY), default="")

    @property
    def some_uri(self) -> str:
        """The URI of an existing resource, if there is one."""
        uris = (resource.get("uri") for resource in self.surface.resources)
        return next((uri for uri in uris if isinstance(uri, str)), "mcptest://nothing")

    def declares(self, capability: str, feature: str | None = None) -> bool:
        """Whether the server declares it; with a feature, such as listChanged, also that."""
        capabilities = self.hello.capabilities
        if capability not in capabilities:
            return False
        declared = capabilities[capability]
        return feature is None or (isinstance(declared, dict) and declared.get(feature) is True)


class Needs(StrEnum):
    """The connection that a probe runs on."""

    SHARED = "shared"
    """One after the other, on the connection on which the server was met."""
    LAST = "last"
    """The same one, after all that is shared: what is sent may end the connection, or change it."""
    BEFORE = "before"
    """One without a handshake, once for all revisions that have one: which it will be is open."""
    SILENT = "silent"
    """A new one on which nothing was said yet: the first message is what matters."""
    OWN = "own"
    """One that the probe opens and closes by itself, if it turns out to need one."""


class Probe(NamedTuple):
    id: str
    checks: tuple[Check, ...]
    """The checks it rules: all of them, each time."""
    script: Callable[[Examinee], Probing]
    needs: Needs = Needs.SHARED
    of_locked: bool = False
    """Whether it has something to ask a server that wants credentials and has said nothing else."""
    of_mute: bool = False
    """Whether it has something to ask a server that answers, but says no hello."""
    informs: tuple[str, ...] = ()
    """The ids of reviews that have nothing to look at unless this was asked."""
    sends: Provenance = Provenance.ODD
    """Unless it says otherwise, nothing ordinary is ruled on after it."""


class Review(NamedTuple):
    """Sends nothing: looks back at what was said in one revision."""

    checks: tuple[Check, ...]
    rule: Callable[[Examinee, Exchanges], Rulings]
    bears: Provenance = Provenance.SOUND
    """The worst that may have been sent on a connection before what it looks at. A review of
    ordinary behaviour bears only what is sound; one of errors has to bear what causes them.
    """
    looks_at: tuple[str, ...] = ()
    """The requests whose answers are the evidence, where the ruling itself names none."""
    of_locked: bool = False
    """Whether it has something to see at a server that refuses our credentials."""
