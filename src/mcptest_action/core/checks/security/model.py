"""What rules may look at, what a rule is, and what it finds."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import ExecutionPolicy, Planned, ToolSettings, make_plan
from .server_names import NO_NAMES, ServerNames, server_names
from .texts import Text, texts_of


class ScanInput(NamedTuple):
    surface: Surface
    texts: tuple[Text, ...]
    """Every agent-visible string of the surface."""
    plan: tuple[Planned, ...]
    """What the execution policy says of each tool, in the order of the surface."""
    exchanges: tuple[Exchange, ...] | None = None
    """All that was said in the run; None where nothing was asked beyond the lists."""
    run: Mapping[str, Any] | None = None
    """The `run.json` of the same run."""
    conformance: Mapping[str, Any] | None = None
    """The `conformance.json` of the same run."""
    url: str | None = None
    """Where the server was reached, without secrets; None for stdio and for dumps."""
    names: ServerNames = NO_NAMES
    """The names that mean something on this server."""


def scan_input_of(
    surface: Surface,
    execution: ExecutionPolicy | None = None,
    tools: Mapping[str, ToolSettings] | None = None,
) -> ScanInput:
    """What a surface alone tells, before we ask anything else."""
    plan = make_plan(surface.tools, execution or ExecutionPolicy(), tools or {})
    texts = tuple(texts_of(surface))
    return ScanInput(surface, texts, plan, names=server_names(surface, texts, plan))


class Severity(StrEnum):
    """Worst first, so that their order can sort."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    INFO = "info"


class Kind(StrEnum):
    DEFECT = "defect"
    """Something to mend. It gates by its severity."""
    EXPOSURE = "exposure"
    """Something to know: what the server can do. It gates only where a policy says so."""


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Phase(StrEnum):
    """What the scan must have looked at before a rule can say anything."""

    SURFACE = "surface"
    """What the server lists. Always there."""
    TRANSPORT = "transport"
    """The exchanges of the conformance examination."""
    PROBE = "probe"
    """The calls of the run."""


class Subject(NamedTuple):
    type: str
    """tool, resource, template, prompt, instructions, server or endpoint"""
    name: str


class KnownFinding(NamedTuple):
    """An entry of a baseline: what it lists, who answers for it, why, and until when."""

    fingerprint: str
    rule: str
    severity: str
    subject: Subject
    """For people; both parts empty where the file names none."""
    owner: str = ""
    reason: str = ""
    created: str = ""
    expiry: str | None = None
    """As written; None where the entry has no end."""
    issue: str = ""

    @property
    def place(self) -> str:
        """`HNT-006 on tool delete_user`"""
        subject = " ".join(filter(None, self.subject))
        return f"{self.rule} on {subject}" if subject else self.rule


class Hit(NamedTuple):
    """What a rule found. The engine adds what the rule says about itself."""

    subject: Subject
    pointer: str
    """Where in the surface, as a JSON pointer; empty for what stands in no listing."""
    snippet: str
    """The evidence as it stands there, unescaped; it is cut and escaped where it is shown."""
    because: str
    """One clause that names the evidence."""
    details: Mapping[str, Any] = {}
    severity: Severity | None = None
    """Where the circumstances make it better or worse than the rule says."""
    confidence: Confidence | None = None
    more: tuple[str, ...] = ()
    """Further evidence of the same: a baseline that does not know it does not cover it."""
    identity: str = ""
    """What the fingerprint is made of in place of the snippet, where that depends on an order."""


def hit_in(
    text: Text,
    snippet: str,
    because: str,
    details: Mapping[str, Any] | None = None,
    severity: Severity | None = None,
) -> Hit:
    """A hit in a text that agents read."""
    subject = Subject(text.subject_type, text.subject)
    return Hit(subject, text.pointer, snippet, because, details or {}, severity)


class Rule(NamedTuple):
    """One rule. Its id is never reused for another one."""

    id: str
    severity: Severity
    kind: Kind
    finds: str
    """What it reports, as a clause."""
    why: str
    """What goes wrong for the people who use the server, in a sentence or two."""
    silent: str
    """What looks alike and is not reported."""
    remedy: str
    find: Callable[[ScanInput], Iterator[Hit]]
    phase: Phase = Phase.SURFACE
    confidence: Confidence | None = Confidence.HIGH
    """None where each finding has its own: `assurance.py` reads it from the sentence."""
    owasp: tuple[str, ...] = ()
    cwe: tuple[int, ...] = ()
    also: Mapping[str, str] = {}
    """The same rule in other catalogues: agentreserve, snyk, safe."""


def rule(  # noqa: PLR0913 - a table of rules names them all
    id_: str,
    severity: Severity,
    find: Callable[[ScanInput], Iterator[Hit]],
    *listed: str | int,
    finds: str,
    why: str,
    silent: str,
    remedy: str,
    kind: Kind = Kind.DEFECT,
    phase: Phase = Phase.SURFACE,
    confidence: Confidence | None = Confidence.HIGH,
    **also: str,
) -> Rule:
    """A row of a table of rules; `listed` holds its OWASP names and its CWE numbers."""
    owasp = tuple(each for each in listed if isinstance(each, str))
    cwe = tuple(each for each in listed if isinstance(each, int))
    return Rule(
        id_, severity, kind, finds, why, silent, remedy, find, phase, confidence, owasp, cwe, also
    )


class Finding(NamedTuple):
    rule: Rule
    hit: Hit
    severity: Severity
    confidence: Confidence
    fingerprint: str
    """Stays the same from run to run, and wherever in the list the tool stands."""
    new: bool | None = None
    """Whether no entry of the baseline covers it; None without a baseline."""
    known: KnownFinding | None = None
    """The entry that covers it."""
    uncovered: str = ""
    """Why it is new although an entry lists it."""
