"""The policy that `mcptest policy init` writes: the default one, and how to go on from there."""

from mcptest_action.core.text import schema_line
from .default import (
    MUST_AGREE,
    MUST_BE_CLEAR,
    MUST_BE_SECURE,
    MUST_CONFORM,
    MUST_RUN,
    MUST_SEND,
    MUST_SURVIVE,
    SHOULD,
    SHOULD_BE_SECURE,
    SHOULD_CONFORM,
)

TOOLS = """\
  # Tools that are held back, or that no arguments can be made for, get no probe. A server without
  # tools does not need this rule.
  - id: tools-were-probed
    description: At least one tool of the server got a probe.
    fact: negative_path.tools_probed
    min: 1
    severity: warn
"""
STARTER = f"""\
# What must hold before a release. Each rule names one fact and one comparator:
#   max, min   a number at most, at least this large
#   equals     exactly this value, of the same type
#   one_of     one of these values
# mcptest policy facts   lists every fact and the artifact it comes from.
# mcptest policy lint    checks this file.
# A rule whose artifact is not given is unevaluated, and fails the gate.
version: "1.0"

# A policy of your organisation can lie below this one. What it asks holds here as well: rules can
# be added and tightened, and never loosened.
# extends: ../org/policy.yml

# So far, these are the rules of a gate without a policy. All their facts come from its own run.
rules:
  # An empty run has no failures either: the first two ask that something was run.
{MUST_RUN}{MUST_SEND}{MUST_BE_CLEAR}{MUST_SURVIVE}{MUST_AGREE}{MUST_CONFORM}{MUST_BE_SECURE}
{TOOLS}
  # severity: warn shows a broken rule without failing the gate. Drop the line when you are ready.
{SHOULD}{SHOULD_CONFORM}{SHOULD_BE_SECURE}
  # Uncomment these as you need them, or as you produce the artifacts (--evidence, …).
  #
  # - id: conformance-tier
  #   fact: conformance.badge
  #   one_of: [T1, T2]
  #
  # - id: no-defects
  #   fact: security.defect_low_or_worse
  #   max: 0
  #
  # - id: every-security-rule-ran
  #   fact: security.rules_not_run
  #   max: 0

# A waiver is a dated promise: it stops covering its rule at the second it expires.
#   mcptest waiver add --rule probes-passed --owner you --reason "…" --for 1month
waivers: []

# waiver_policy:
#   unused: notice         # fail: a waiver nobody needs any more fails the gate
#   warn_within_days: 14   # say so this long before a waiver expires
#   max_days: 90           # no waiver lasts longer; each must then state when it was created
#   require_issue: true    # each waiver names a tracking issue
"""


def policy_file(schema: str | None = None) -> str:
    """The starter with its schema in the first line: a file beside it, or the published one."""
    return f"{schema_line('policy', schema)}\n{STARTER}"
