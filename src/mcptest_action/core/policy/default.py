"""The policy of a gate that was given none."""

FILE = "the default policy"
DEFAULT = """\
# What must hold when no policy.yml is given. Start your own with: mcptest policy init
version: "1.0"
rules:
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
  - id: probes-passed
    description: Every bad request was answered well.
    fact: run.failed
    max: 0
    severity: warn
  - id: destructive-tools-ask
    description: Every destructive tool declares requiresConfirmation.
    fact: safety.destructive_unconfirmed
    max: 0
    severity: warn
"""
