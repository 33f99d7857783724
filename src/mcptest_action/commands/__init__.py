"""One file per command: its arguments, and the few lines that join core and shell."""

from typing import NamedTuple


class Command(NamedTuple):
    words: str
    module: str
    does: str


# Listed, not discovered: `mcptest --help` shows them without importing any.
COMMANDS = (
    Command("gate", "gate", "probe a server and hold it against the policy: the main job"),
    Command("conformance run", "conformance_run", "say which requirements of MCP a server meets"),
    Command("conformance import", "conformance_import", "add results of the official suite"),
    Command("security", "security", "look for attacks and mistakes in what a server tells agents"),
    Command("ready", "ready", "say what a server lacks for a directory or a registry"),
    Command("run", "run", "run your own tests of a server, from suites in YAML"),
    Command("validate", "validate", "check suites, with file:line:column"),
    Command("replay", "replay", "rebuild artifacts and reports from a transcript"),
    Command("init", "init", "look at a repository, and propose how it gates its server"),
    Command("policy simulate", "policy_simulate", "evaluate a policy over artifacts; offline"),
    Command("policy init", "policy_init", "write a commented starter policy"),
    Command("policy lint", "policy_lint", "check a policy, with file:line:column"),
    Command("policy explain", "policy_explain", "say why a rule came out as it did"),
    Command("policy facts", "policy_facts", "list the facts that rules can name"),
    Command("policy schema", "policy_schema", "print the policy's JSON Schema, for editors"),
    Command("waiver add", "waiver_add", "add a waiver to a policy, or renew it"),
    Command("waiver list", "waiver_list", "list the waivers by the time they have left"),
    Command("scaffold", "scaffold", "write a first suite for a server"),
    Command("propose", "propose", "propose assertions from what a server answers, as a diff"),
    Command("surface", "surface", "print what a server offers; calls no tool"),
    Command("safety", "safety", "say of every tool what it may do, and if we would call it"),
    Command("mock", "mock", "serve a manifest as a real MCP server, with faults on request"),
    Command("schema", "schema", "print an artifact's JSON Schema"),
)
