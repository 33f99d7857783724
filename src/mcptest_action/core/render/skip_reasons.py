"""Why a probe was skipped, in a clause for each typed reason."""

from collections.abc import Mapping

from mcptest_action.core.probes.model import Skip
from mcptest_action.core.safety.decide import HeldBack, Stopped

# Some stand in two of the lists, with one meaning.
WHY_SKIPPED: Mapping[str, str] = {
    Skip.NOT_APPLICABLE: "there is nothing to send: see the probe",
    Skip.NO_SAMPLE: "no valid arguments could be made for the tool; give some with `samples:`",
    Skip.MUTATING_ONCE: "the tool changes something, and gets one harmless request in a run",
    Skip.NOT_DECLARED_READ_ONLY: "valid calls go only to tools that declare `readOnlyHint`",
    HeldBack.CALLS_OFF: "`--calls none`",
    HeldBack.NAMELESS: "the tool has no name to call it by",
    HeldBack.NOT_ALLOWED: "`mcptest.yml` says `allow: false`",
    HeldBack.AMBIGUOUS: "several tools have this name, and declare different things",
    HeldBack.DESTRUCTIVE: "the tool destroys something",
    HeldBack.REQUIRES_CONFIRMATION: "the tool asks for confirmation, and nobody can give it",
    HeldBack.PRESUMED: "nothing but its name says what the tool does",
    Stopped.BUDGET_EXHAUSTED: "`--max-calls` is used up",
    Stopped.NOT_LISTED: "the server did not list the tool",
    Stopped.NO_POLICY: "no execution policy was consulted; this is a bug",
}
