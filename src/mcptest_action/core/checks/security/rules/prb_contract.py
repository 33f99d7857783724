"""PRB-001, PRB-002, PRB-006, PRB-008: promises that the server broke during the run."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.run import ACTIVE_PROBE
from mcptest_action.core.checks.samples import UNCHECKED, violations
from ..calls import answers_in
from ..model import Hit, Phase, ScanInput, Severity, Subject, rule
from ..secrets import without_secrets

_MOST = 2_000
# Requests that no server may accept. Servers are lax about others, some on purpose.
_BASIC = ("unknown_tool", "missing_required")


def find_rejected(inputs: ScanInput) -> Iterator[Hit]:
    probe = (inputs.run or {}).get("active_probe")
    evidence = probe.get("evidence") if isinstance(probe, Mapping) else None
    for hit in _entries(evidence, "hits"):
        tool, detail = str(hit.get("toolName", "")), without_secrets(str(hit.get("detail", "")))
        because = f"called with what its schema allows, {detail[:200]}"
        yield Hit(Subject("tool", tool), "", ACTIVE_PROBE, because, {"hits": [dict(hit)]})


def find_output(inputs: ScanInput) -> Iterator[Hit]:
    tools = inputs.surface.tools_by_name
    seen: set[str] = set()
    for tool, result, is_error in answers_in(inputs):
        schema = tools.get(tool, {}).get("outputSchema")
        if is_error or tool in seen or not isinstance(schema, Mapping):
            continue
        if result.get("resultType") == "input_required":
            continue
        if problem := _problem(schema, result):
            seen.add(tool)
            because = f"its result breaks its outputSchema: {problem}"
            # The content of the result may differ next time.
            yield Hit(Subject("tool", tool), "", "outputSchema", because, {"error": problem})


def _problem(schema: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    if "structuredContent" not in result:
        return "there is no structuredContent"
    first = next(iter(violations(schema, result["structuredContent"])), "")
    return "" if first.startswith(UNCHECKED) else without_secrets(first)


def find_error_output(inputs: ScanInput) -> Iterator[Hit]:
    tools = inputs.surface.tools_by_name
    seen: set[str] = set()
    for tool, result, is_error in answers_in(inputs, bad_requests=True):
        schema = tools.get(tool, {}).get("outputSchema")
        # Clients look at what is there; null is as good as nothing.
        if not is_error or tool in seen or result.get("structuredContent") is None:
            continue
        if isinstance(schema, Mapping) and (problem := _problem(schema, result)):
            seen.add(tool)
            because = f"the structuredContent of its error breaks its outputSchema: {problem}"
            snippet = "structuredContent of an error"
            yield Hit(Subject("tool", tool), "", snippet, because, {"error": problem})


def find_accepted(inputs: ScanInput) -> Iterator[Hit]:
    for test in list(_entries(inputs.run, "tests"))[:_MOST]:
        if test.get("bad_request") is not True or test.get("status") != "failed":
            continue
        check, tool = str(test.get("check", "")), test.get("tool")
        subject = Subject("tool", tool) if isinstance(tool, str) else Subject("server", "")
        because = f"{check}: {without_secrets(str(test.get('because', '')))[:200]}"
        breaks = test.get("breaks")
        details = {"probe": check, "breaks": breaks}
        severity = None if breaks or check in _BASIC else Severity.LOW
        yield Hit(subject, "", check, because, details, severity)


def _entries(holder: Any, key: str) -> Iterator[Mapping[str, Any]]:
    found = holder.get(key) if isinstance(holder, Mapping) else None
    for entry in found if isinstance(found, list) else ():
        if isinstance(entry, Mapping):
            yield entry


RULES = (
    rule("PRB-001", Severity.MEDIUM, find_rejected, 20, phase=Phase.PROBE,
         agentreserve=ACTIVE_PROBE,
         finds="a tool that reads and rejects, with a protocol error, what its own schema allows",
         why="A schema is a promise. A tool that does not keep it is wrong, or misleads whoever "
             "reads it.",
         silent="Errors of the tool itself, and of the transport; runs without the deep scan.",
         remedy="Tighten the inputSchema so that such arguments are no longer valid, or accept "
                "them."),
    rule("PRB-002", Severity.MEDIUM, find_output, 20, phase=Phase.PROBE,
         finds="a result without structuredContent, or with one that the outputSchema forbids",
         why="Clients that trust the schema break, or pass on what nobody has checked.",
         silent="Errors, results that nobody may see, and schemas that cannot be checked.",
         remedy="Return what the outputSchema promises, or change the schema."),
    rule("PRB-006", Severity.MEDIUM, find_accepted, 20, phase=Phase.PROBE,
         finds="a call of an unknown tool, or without a required argument, that was accepted; a "
               "bad request that broke the server; low for other bad requests that were accepted",
         why="What a tool does not check, it does with whatever it is given.",
         silent="Requests that were rejected, however impolitely.",
         remedy="Check arguments against the inputSchema before anything else."),
    rule("PRB-008", Severity.MEDIUM, find_error_output, 20, phase=Phase.PROBE,
         finds="an error result with a structuredContent that the tool's outputSchema forbids",
         why="The protocol exempts errors, but clients hold whatever structuredContent there is "
             "against the outputSchema: those with the TypeScript SDK throw, and the "
             "model never sees the error.",
         silent="Errors without structuredContent, results that nobody may see, and schemas that "
                "cannot be checked.",
         remedy="Put the error into content, and leave structuredContent out; or let the "
                "outputSchema allow it."),
)  # fmt: skip
