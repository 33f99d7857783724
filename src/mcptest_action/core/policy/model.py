"""What a policy says, and what follows from it."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.facts import Fact
from mcptest_action.core.text import plural

VERSION = "1.0"


class Severity(StrEnum):
    FAIL = "fail"
    WARN = "warn"


class Max(NamedTuple):
    limit: int | float


class Min(NamedTuple):
    limit: int | float


class Equals(NamedTuple):
    literal: bool | int | float | str


class OneOf(NamedTuple):
    choices: tuple[str, ...]


class Malformed(NamedTuple):
    """No comparator, several, or one with an unusable limit. A value, so that it stays loud."""

    problem: str


Comparator = Max | Min | Equals | OneOf | Malformed


class Over(NamedTuple):
    """A rule of a layer below, where another layer has tightened it or said it again."""

    layer: str
    line: int
    demand: str
    sealed: bool = False
    """Whether it may not be waived on top of that layer."""


class Rule(NamedTuple):
    id: str
    fact: str
    comparator: Comparator
    severity: Severity
    description: str
    line: int
    column: int
    fact_line: int
    fact_column: int
    waivable: bool = True
    """Whether a policy that extends this one may waive the rule."""
    layer: str = ""
    """The file or pack that the rule, and so its line, stands in; empty for the policy's own."""
    over: Over | None = None
    """What it takes the place of."""


class Waiver(NamedTuple):
    rule: str
    owner: str
    reason: str
    expiry: str
    """As written, also when it is not a timestamp."""
    expires_at: datetime | None
    """None when `expiry` is not RFC 3339; the waiver is then expired."""
    issue: str
    up_to: int | float | None
    findings: tuple[str, ...]
    """The only findings it covers, by fingerprint or `RULE:subject`; empty for all."""
    created: datetime | None
    line: int
    column: int
    layer: str = ""
    """As of a rule."""
    granted: Comparator | None = None
    """Of one that covers nothing here, because it was granted below for less than is asked by now,
    or for one policy of several: what the rule asked there. Its end counts all the same.
    """
    strict: bool = False
    """Whether it fails the gate where nobody needs it, as the file says that grants it."""


class Unused(StrEnum):
    NOTICE = "notice"
    FAIL = "fail"


class WaiverPolicy(NamedTuple):
    unused: Unused = Unused.NOTICE
    warn_within_days: int = 14
    max_days: int | None = None
    require_issue: bool = False


class Layer(NamedTuple):
    """A file or pack that a policy extends, and where the policy's own file names it."""

    name: str
    line: int
    column: int
    unused: Unused
    """What its own waivers come to when nobody needs them: files that extend it have no say."""


class Policy(NamedTuple):
    file: str
    rules: tuple[Rule, ...]
    """With those of the layers that the policy extends."""
    waivers: tuple[Waiver, ...]
    waiver_policy: WaiverPolicy
    layers: tuple[Layer, ...] = ()
    settled: frozenset[str] | None = None
    """The facts on which it decides instead of the gate's own rules; None for all it names."""

    def place(self, layer: str, line: int, column: int = 1) -> tuple[int, int]:
        """Line and column in the policy's own file: for a layer, where it is named."""
        named = (each for each in self.layers if each.name == layer)
        return next(((each.line, each.column) for each in named), (line, column))

    def unused_in(self, layer: str) -> Unused:
        """What a waiver of the layer comes to when nobody needs it."""
        named = (each.unused for each in self.layers if each.name == layer)
        return next(named, self.waiver_policy.unused)


class Omission(NamedTuple):
    """A rule that lets something pass which its author hardly means to; it may be intended."""

    rule: Rule
    what: str
    hint: str

    @property
    def sentence(self) -> str:
        return f"{self.what} ({self.hint})"


class RuleOutcome(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    WARN = "warn"
    WAIVED = "waived"
    EXPIRED_WAIVER = "expired-waiver"
    UNEVALUATED = "unevaluated"


class Level(StrEnum):
    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"


class WaiverState(StrEnum):
    ACTIVE = "active"
    EXPIRING_SOON = "expiring-soon"
    UNUSED = "unused"
    EXPIRED = "expired"
    STALE = "stale"
    EXCEEDED = "exceeded"
    UNLISTED = "unlisted"
    NOT_STARTED = "not-started"
    NOT_COVERING = "not-covering"


class WaiverResult(NamedTuple):
    waiver: Waiver
    state: WaiverState
    because: str
    days_left: int | None
    """Whole days until the expiry, minus those since; None when there is no usable expiry."""
    gone: tuple[str, ...] = ()
    """What it lists and is no longer found."""
    unlisted: tuple[str, ...] = ()
    """What the rule counts and it does not list, as it would be listed."""

    @property
    def time_left(self) -> str:
        """`12 days left`, or how long ago that was."""
        if self.days_left is None:
            return "no valid expiry"
        length = plural(abs(self.days_left), "day") if self.days_left else "less than a day"
        over = self.state in (WaiverState.EXPIRED, WaiverState.STALE)
        return f"{length} ago" if over else f"{length} left"


class RuleResult(NamedTuple):
    rule: Rule
    outcome: RuleOutcome
    because: str
    fact: Fact | None
    waiver: WaiverResult | None


class Notice(NamedTuple):
    """Something to know about a waiver, and its line."""

    line: int
    message: str
    layer: str = ""


class Verdict(NamedTuple):
    level: Level
    results: tuple[RuleResult, ...]
    waivers: tuple[WaiverResult, ...]
    breaches: tuple[Notice, ...]
    """What the waiver policy holds against the gate, beside the rules."""
    notices: tuple[Notice, ...]
    evaluated_at: datetime
