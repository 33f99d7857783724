"""The rules for Anthropic's directory of connectors, as a pack."""

from .directory import directory_pack

_TEXT = """\
# What Anthropic's directory of connectors asks of the tools of a server.
# A server that lists no tools has none of these facts, so every rule fails for it.
# A rule warns where the page can be read in two ways.
version: "1.0"
rules:
  # ANT-01, read 2026-11-19:
  # https://github.com/anthropics/claude-plugins-official/blob/main/plugins/mcp-server-dev/skills/build-mcp-app/references/directory-checklist.md
  - id: anthropic-titles
    description: "Every tool has a title inside its annotations."
    fact: readiness.anthropic_untitled
    max: 0
  # ANT-02, read 2026-11-19:
  # https://claude.com/docs/connectors/building/review-criteria
  - id: anthropic-hints
    description: "Every tool says readOnlyHint: true, or has a destructiveHint."
    fact: readiness.anthropic_unhinted
    max: 0
  # ANT-03, read 2026-11-19:
  # https://claude.com/docs/connectors/building/review-criteria
  - id: anthropic-destructive
    description: "A tool that is not read-only says destructiveHint: true."
    fact: readiness.anthropic_neither_hint
    max: 0
    severity: warn
  # ANT-04, read 2026-11-19:
  # https://support.claude.com/en/articles/12922832
  - id: anthropic-one-hint
    description: "No tool is declared both read-only and destructive."
    fact: readiness.anthropic_both_hints
    max: 0
    severity: warn
  # ANT-05, read 2026-11-19:
  # https://claude.com/docs/connectors/building/review-criteria
  - id: anthropic-short-names
    description: "A tool's name has 64 characters or fewer."
    fact: readiness.anthropic_long_names
    max: 0
  # ANT-06, read 2026-11-19:
  # https://claude.com/docs/connectors/building/review-criteria
  - id: anthropic-split-methods
    description: "No parameter of a tool takes both HTTP methods that read and methods that write."
    fact: readiness.anthropic_mixed_methods
    max: 0
    severity: warn
  # ANT-07, read 2026-11-19:
  # https://claude.com/docs/connectors/building/review-criteria
  - id: anthropic-descriptions
    description: "Every tool has a description."
    fact: readiness.anthropic_undescribed
    max: 0
"""
ANTHROPIC = directory_pack("anthropic-connectors", "1", _TEXT)
