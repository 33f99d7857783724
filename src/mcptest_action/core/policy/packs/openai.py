"""The rules for OpenAI's directory of apps and plugins, as a pack."""

from .directory import directory_pack

_TEXT = """\
# What OpenAI's directory of apps and plugins asks of the tools of a server.
# A server that lists no tools has none of these facts, so every rule fails for it.
# A rule warns where the directory only advises, or where its page can be read in two ways.
version: "1.0"
rules:
  # OAI-01, read 2026-11-19:
  # https://github.com/openai/plugins/blob/main/plugins/openai-developers/skills/chatgpt-app-submission/SKILL.md
  - id: openai-read-only
    description: "Every tool says readOnlyHint: true or false."
    fact: readiness.openai_without_read_only
    max: 0
  # OAI-02, read 2026-11-19:
  # https://github.com/openai/plugins/blob/main/plugins/openai-developers/skills/chatgpt-app-submission/SKILL.md
  - id: openai-destructive
    description: "Every tool says destructiveHint: true or false."
    fact: readiness.openai_without_destructive
    max: 0
  # OAI-03, read 2026-11-19:
  # https://github.com/openai/plugins/blob/main/plugins/openai-developers/skills/chatgpt-app-submission/SKILL.md
  - id: openai-open-world
    description: "Every tool says openWorldHint: true or false."
    fact: readiness.openai_without_open_world
    max: 0
  # OAI-04, read 2026-11-19:
  # https://github.com/openai/plugins/blob/main/plugins/openai-developers/skills/chatgpt-app-submission/SKILL.md
  - id: openai-one-hint
    description: "No tool is declared both read-only and destructive."
    fact: readiness.openai_both_hints
    max: 0
    severity: warn
  # OAI-05, read 2026-11-19:
  # https://developers.openai.com/apps-sdk/app-submission-guidelines
  - id: openai-unique-names
    description: "No two tools have the same name."
    fact: readiness.openai_duplicate_names
    max: 0
  # OAI-06, read 2026-11-19:
  # https://developers.openai.com/apps-sdk/app-submission-guidelines
  - id: openai-descriptions
    description: "Every tool has a description."
    fact: readiness.openai_undescribed
    max: 0
  # OAI-07, read 2026-11-19:
  # https://github.com/openai/plugins/blob/main/plugins/openai-developers/skills/chatgpt-app-submission/SKILL.md
  - id: openai-output-schemas
    description: "Every tool has an outputSchema."
    fact: readiness.openai_without_output_schema
    max: 0
    severity: warn
  # OAI-08, read 2026-11-19:
  # https://developers.openai.com/apps-sdk/reference
  - id: openai-short-status-texts
    description: "The texts that are shown while a tool runs have 64 characters or fewer."
    fact: readiness.openai_long_status_texts
    max: 0
"""
OPENAI = directory_pack("openai-apps", "1", _TEXT)
