"""The policy for a gate without one. `policy init` starts from the same rules."""

from typing import NamedTuple

FILE = "the default policy"


def _rules(*rows: tuple[str, str, str, str], warn: bool = False) -> str:
    """The rules as YAML: each with its id, its fact, its comparator, and a sentence."""
    severity = "    severity: warn\n" if warn else ""
    return "".join(
        f"  - id: {name}\n    description: {says}\n    fact: {fact}\n    {asked}\n{severity}"
        for name, fact, asked, says in rows
    )


MUST_RUN = _rules(
    ("probes-ran", "run.total", "min: 1", "At least one probe was planned."),
)
MUST_SEND = _rules(
    ("bad-requests-were-sent", "negative_path.checks_run", "min: 1",
     "A run that sends nothing has no failures either."),
)  # fmt: skip
MUST_BE_CLEAR = _rules(
    ("probes-were-conclusive", "run.inconclusive", "max: 0", "No probe ended without a result."),
)
MUST_SURVIVE = _rules(
    ("server-survives", "negative_path.breaks", "max: 0",
     "No probe made the server die, hang or break the connection."),
)  # fmt: skip
MUST_AGREE = _rules(
    ("declarations-agree", "safety.hint_conflicts", "max: 0",
     "No tool contradicts itself, in one listing or from one connection to the next."),
)  # fmt: skip
MUST_CONFORM = _rules(
    ("conformance-was-examined", "conformance.must_total", "min: 1",
     "At least one requirement of the protocol was checked."),
    ("requirements-are-met", "conformance.must_failed", "max: 0",
     "The server meets every MUST that was checked."),
)  # fmt: skip
SHOULD_CONFORM = _rules(
    ("recommendations-are-met", "conformance.should_failed", "max: 0",
     "The server meets every SHOULD that was checked."),
    warn=True,
)  # fmt: skip
MUST_BE_SECURE = _rules(
    ("no-sure-critical-findings", "security.confident_critical", "max: 0",
     "The security scan is sure of no finding of severity critical."),
    ("no-sure-high-findings", "security.confident_high", "max: 0",
     "The security scan is sure of no finding of severity high."),
)  # fmt: skip
SHOULD_BE_SECURE = _rules(
    ("no-critical-defects", "security.defect_critical", "max: 0",
     "The security scan found no defect of severity critical, however sure."),
    ("no-high-defects", "security.defect_high", "max: 0",
     "The security scan found no defect of severity high, however sure."),
    ("no-medium-defects", "security.defect_medium", "max: 0",
     "The security scan found no defect of severity medium."),
    warn=True,
)  # fmt: skip
SHOULD = _rules(
    ("probes-passed", "run.own_failures", "max: 0",
     "No probe failed for a reason on which no conformance check rules."),
    ("destructive-tools-ask", "safety.destructive_unconfirmed", "max: 0",
     "Every destructive tool declares mcp.dev/requiresConfirmation in its _meta."),
    warn=True,
)  # fmt: skip
MUST_TESTS = _rules(
    ("tests-ran", "suite.ran", "min: 1", "At least one test of the suites was run."),
    ("tests-passed", "suite.failed", "max: 0", "No test of the suites failed."),
)  # fmt: skip
_HEAD = """\
# What must hold when no policy.yml is given. Start your own with: mcptest policy init
version: "1.0"
rules:
"""
_WITHOUT_CONFORMANCE = "# Conformance is switched off, so there are no rules about it.\n"
_WITHOUT_SECURITY = "# The security scan is switched off, so there are no rules about it.\n"
_WITHOUT_BAD_REQUESTS = "# --only names no bad request, so there is no rule that one was sent.\n"
_WITHOUT_CALLS = "# --only names nothing that calls a tool, so no rule asks what calls did.\n"


class Looked(NamedTuple):
    """What a gate looks at, and so what it has rules about."""

    conformance: bool = True
    security: bool = True
    suites: bool = False
    bad_requests: bool = True
    calls: bool = True
    """Whether a probe calls a tool."""


EVERYTHING = Looked()


def default_policy(looked: Looked = EVERYTHING) -> str:
    """Rules for everything that the gate looks at. For the rest there are none, and it says so."""
    conformance, security, suites, bad_requests, calls = looked
    text = "" if conformance else _WITHOUT_CONFORMANCE
    text += "" if security else _WITHOUT_SECURITY
    text += "" if bad_requests else _WITHOUT_BAD_REQUESTS
    text += "" if calls else _WITHOUT_CALLS
    text += _HEAD + MUST_RUN + (MUST_SEND if bad_requests else "") + MUST_BE_CLEAR
    text += (MUST_SURVIVE if calls else "") + MUST_AGREE + (MUST_TESTS if suites else "")
    text += (MUST_CONFORM if conformance else "") + (MUST_BE_SECURE if security else "")
    text += SHOULD
    text += (SHOULD_CONFORM if conformance else "") + (SHOULD_BE_SECURE if security else "")
    return text
