"""Everything that a gate looks at, and hardly anything that only warns, as a pack."""

from .model import Pack

_TEXT = """\
# What a careful team asks before every release: a sound server can keep all of it.
# The pack is for servers with tools. All its facts come from the gate's own run.
version: "1.0"
rules:
  # Something was looked at.
  - id: strict-probes-ran
    description: At least one probe was planned.
    fact: run.total
    min: 1
  - id: strict-bad-requests-were-sent
    description: A run that sends nothing has no failures either.
    fact: negative_path.checks_run
    min: 1
  - id: strict-tools-were-probed
    description: At least one tool of the server got a probe.
    fact: negative_path.tools_probed
    min: 1
  - id: strict-conformance-was-examined
    description: At least one requirement of the protocol was checked.
    fact: conformance.must_total
    min: 1
  - id: strict-every-security-rule-ran
    description: No rule of the security scan was left out.
    fact: security.rules_not_run
    max: 0

  # What was found.
  - id: strict-probes-were-conclusive
    description: No probe ended without a result.
    fact: run.inconclusive
    max: 0
  - id: strict-server-survives
    description: No probe made the server die, hang or break the connection.
    fact: negative_path.breaks
    max: 0
  - id: strict-probes-passed
    description: No probe failed for a reason on which no conformance check rules.
    fact: run.own_failures
    max: 0
  - id: strict-declarations-agree
    description: No tool contradicts itself, in one listing or from one connection to the next.
    fact: safety.hint_conflicts
    max: 0
  - id: strict-requirements-are-met
    description: The server meets every MUST that was checked.
    fact: conformance.must_failed
    max: 0
  - id: strict-tier
    description: The server meets every MUST that was checked, and at least 70 % of the SHOULD.
    fact: conformance.badge
    one_of: [T1, T2]
  - id: strict-no-sure-critical-findings
    description: The security scan is sure of no finding of severity critical.
    fact: security.confident_critical
    max: 0
  - id: strict-no-sure-high-findings
    description: The security scan is sure of no finding of severity high.
    fact: security.confident_high
    max: 0
  - id: strict-no-defects
    description: The security scan found no defect of severity low or graver.
    fact: security.defect_low_or_worse
    max: 0

  # A SHOULD may have a reason against it, and few clients know the hint about confirmation.
  - id: strict-recommendations-are-met
    description: The server meets every SHOULD that was checked.
    fact: conformance.should_failed
    max: 0
    severity: warn
  - id: strict-destructive-tools-ask
    description: Every destructive tool declares mcp.dev/requiresConfirmation in its _meta.
    fact: safety.destructive_unconfirmed
    max: 0
    severity: warn
"""
_TITLE = "what a careful team asks before every release, for servers with tools"
STRICT = Pack("strict", "1", _TITLE, _TEXT)
