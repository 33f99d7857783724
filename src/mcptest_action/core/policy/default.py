"""The policy of a gate that was given none. Who starts their own starts from the same rules."""

FILE = "the default policy"
MUST = """\
  - id: probes-ran
    description: At least one probe was planned.
    fact: run.total
    min: 1
  - id: bad-requests-were-sent
    description: A run that sends nothing has no failures either.
    fact: negative_path.checks_run
    min: 1
  - id: probes-were-conclusive
    description: No probe ended without a result.
    fact: run.inconclusive
    max: 0
  - id: server-survives
    description: No probe made the server die, hang or break the connection.
    fact: negative_path.breaks
    max: 0
  - id: declarations-agree
    description: No tool contradicts itself, in one listing or from one connection to the next.
    fact: safety.hint_conflicts
    max: 0
"""
MUST_CONFORM = """\
  - id: conformance-was-examined
    description: At least one requirement of the protocol was checked.
    fact: conformance.must_total
    min: 1
  - id: requirements-are-met
    description: The server meets every MUST that was checked.
    fact: conformance.must_failed
    max: 0
"""
SHOULD_CONFORM = """\
  - id: recommendations-are-met
    description: The server meets every SHOULD that was checked.
    fact: conformance.should_failed
    max: 0
    severity: warn
"""
MUST_BE_SECURE = """\
  - id: no-critical-defects
    description: The security scan found no defect of severity critical.
    fact: security.defect_critical
    max: 0
  - id: no-high-defects
    description: The security scan found no defect of severity high.
    fact: security.defect_high
    max: 0
"""
SHOULD_BE_SECURE = """\
  - id: no-medium-defects
    description: The security scan found no defect of severity medium.
    fact: security.defect_medium
    max: 0
    severity: warn
"""
SHOULD = """\
  - id: probes-passed
    description: Every bad request was answered well.
    fact: run.failed
    max: 0
    severity: warn
  - id: destructive-tools-ask
    description: Every destructive tool declares mcp.dev/requiresConfirmation in its _meta.
    fact: safety.destructive_unconfirmed
    max: 0
    severity: warn
"""
MUST_TESTS = """\
  - id: tests-ran
    description: At least one test of the suites was run.
    fact: suite.ran
    min: 1
  - id: tests-passed
    description: No test of the suites failed.
    fact: suite.failed
    max: 0
"""
_HEAD = """\
# What must hold when no policy.yml is given. Start your own with: mcptest policy init
version: "1.0"
rules:
"""
_WITHOUT_CONFORMANCE = "# Conformance is switched off, so there are no rules about it.\n"
_WITHOUT_SECURITY = "# The security scan is switched off, so there are no rules about it.\n"


def default_policy(*, conformance: bool = True, security: bool = True, suites: bool = False) -> str:
    """The rules about what is looked at. What is switched off has none, and the policy says so."""
    parts = [
        "" if conformance else _WITHOUT_CONFORMANCE,
        "" if security else _WITHOUT_SECURITY,
        _HEAD,
        MUST,
        MUST_TESTS if suites else "",
        MUST_CONFORM if conformance else "",
        MUST_BE_SECURE if security else "",
        SHOULD,
        SHOULD_CONFORM if conformance else "",
        SHOULD_BE_SECURE if security else "",
    ]
    return "".join(parts)


DEFAULT = default_policy()
