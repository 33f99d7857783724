"""The policy that `mcptest policy init` writes: every line explained, every hole closed."""

STARTER = """\
# For completion in editors: mcptest policy schema --output policy.schema.json
# and put this line first:   # yaml-language-server: $schema=policy.schema.json
#
# What must hold before a release. Each rule names one fact and one comparator:
#   max, min   a number at most, at least this large
#   equals     exactly this value, of the same type
#   one_of     one of these values
# mcptest policy facts   lists every fact and the artifact it comes from.
# mcptest policy lint    checks this file.
# A rule whose artifact is not given is unevaluated, and fails the gate.
version: "1.0"

rules:
  # An empty run has no failures either: ask for at least one test.
  - id: tests-ran
    fact: run.total
    min: 1

  - id: no-failed-tests
    description: Every test in the run must pass.
    fact: run.failed
    max: 0

  # severity: warn shows a broken rule without failing the gate.
  - id: few-skipped-tests
    fact: run.skipped
    max: 5
    severity: warn

  # Uncomment these as you produce the artifacts (--conformance-report, --security, …).
  #
  # - id: conformance-checked
  #   fact: conformance.must_total
  #   min: 1
  #
  # - id: conformance-tier
  #   fact: conformance.badge
  #   one_of: [T1, T2]
  #
  # - id: no-critical-findings
  #   fact: security.critical_count
  #   max: 0
  #
  # - id: no-high-findings
  #   fact: security.high_count
  #   max: 0

# A waiver is a dated promise: it stops covering its rule at the second it expires.
#   mcptest waiver add --rule few-skipped-tests --owner you --reason "…" --for 1month
waivers: []

# waiver_policy:
#   unused: notice         # fail: a waiver nobody needs any more fails the gate
#   warn_within_days: 14   # say so this long before a waiver expires
#   max_days: 90           # no waiver lasts longer; each must then state when it was created
#   require_issue: true    # each waiver names a tracking issue
"""
