"""How tools treat calls that their schema forbids, and valid ones. The run makes the calls."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.probes import (
    extra_field,
    missing_required,
    repeated_call,
    wrong_type,
)
from mcptest_action.core.checks.results import (
    Ruling,
    Skip,
    Status,
    TestResult,
    failed,
    not_applicable,
    not_verified,
    passed,
)
from mcptest_action.core.checks.samples import violations
from mcptest_action.core.protocol.exchange import (
    Provenance,
    Replied,
    RpcError,
    in_words,
    short,
)
from mcptest_action.core.protocol.surface import canonical
from mcptest_action.core.text import plural
from ..content import content_problem
from ..model import Examinee, Exchanges, Review, Rulings, must, should, the_same
from ..revision import SINCE_JUNE
from ..valid_calls import ValidCall, valid_calls

_REMEDY = "Validate the arguments against the tool's own `inputSchema` before the tool runs."
_SECURITY = "server/tools#security-considerations"
MISSING = must("TOOLS-11", _SECURITY)(
    expects="A call without a required argument is rejected, with an error or with `isError`.",
    sends="a valid call without one required argument, to tools that may be called",
    remedy=_REMEDY,
)
WRONG_TYPE = should("TOOLS-12", _SECURITY)(
    expects="A call with an argument of the wrong type is rejected.",
    sends="a valid call with one argument of another type, to tools that may be called",
    remedy=_REMEDY,
)
EXTRA = should("TOOLS-13", _SECURITY)(
    expects="A call with an argument that the schema forbids is rejected.",
    sends="a valid call with one argument too many, where `additionalProperties` is false",
    remedy=_REMEDY,
)
_PROBE_OF = {
    MISSING.id: missing_required.PROBE.id,
    WRONG_TYPE.id: wrong_type.PROBE.id,
    EXTRA.id: extra_field.PROBE.id,
}


def arguments_review(server: Examinee, exchanges: Exchanges) -> Rulings:
    return {check: _ruling(server, probe, exchanges) for check, probe in _PROBE_OF.items()}


def _ruling(server: Examinee, probe: str, exchanges: Exchanges) -> Ruling:
    results = [result for result in server.results if result.check == probe]
    bad = [result for result in results if result.ruling.status is Status.FAILED]
    if bad:
        first, names = bad[0], ", ".join(sorted(str(result.tool) for result in bad))
        shown = [e for e in exchanges if e.key.check == probe and e.key.tool == first.tool]
        return failed(f"{len(bad)} tools did not ({names}): {first.ruling.because}", *shown)
    good = sum(result.ruling.status is Status.PASSED for result in results)
    if good:
        return passed(f"{good} tools rejected it")
    return not_ruled(server, results)


def not_ruled(server: Examinee, results: Sequence[TestResult]) -> Ruling:
    """Why we know nothing about a check that needs calls."""
    if not server.declares("tools"):
        return not_applicable("the server declares no tools")
    if not server.calls:
        return not_verified("calls are switched off")
    if server.revision != server.run_revision:
        because = f"tools are called in {server.run_revision or 'another revision'}; see --protocol"
        elsewhere = server.run_revision in server.spoken
        return not_applicable(because) if elsewhere else not_verified(because)
    why = next((r.ruling for r in results if r.ruling.skip != Skip.NOT_APPLICABLE), None)
    if why is not None:
        return not_verified(f"no tool was asked: {why.because}")
    return not_applicable("there is no tool that it could be asked of")


_SENDS = "a valid call of each tool that is declared read-only and may be called"
CONTENT = must("TOOLS-14", "server/tools#tool-result", basis="schema")(
    expects="A result holds content of known types, each with its fields, and base64 that decodes.",
    sends=_SENDS,
    remedy="Return text, image, audio, resource or resource_link blocks as the schema has them.",
)
STRUCTURED = must("TOOLS-15", "server/tools#output-schema", revisions=SINCE_JUNE)(
    expects="A tool with an `outputSchema` returns `structuredContent` that is valid under it.",
    sends=_SENDS,
    remedy="Return what the `outputSchema` promises, or change the schema.",
)
AS_TEXT = should("TOOLS-16", "server/tools#structured-content", revisions=SINCE_JUNE)(
    expects="A result with `structuredContent` also has a text block with the same JSON.",
    sends=_SENDS,
    remedy="Add the serialized JSON as a text block, for clients that know no structured content.",
)
HONOURED = should("TOOLS-17", "server/tools#error-handling", basis="derived")(
    expects="Arguments that the schema allows are not refused with a protocol error.",
    sends=_SENDS,
    remedy="Let the `inputSchema` say what the tool really accepts.",
)
CHECKS = (CONTENT, STRUCTURED, AS_TEXT, HONOURED)


def results_review(server: Examinee, exchanges: Exchanges) -> Rulings:
    calls = list(valid_calls(server, exchanges))
    if not calls:
        ran = [r for r in server.results if r.check == repeated_call.PROBE.id]
        return the_same(CHECKS, not_ruled(server, ran))
    results = [c for c in calls if isinstance(c.reaction, Replied) and not c.wants_input]
    good = [c for c in results if c.result.get("isError") is not True]
    shaped = [c for c in good if c.output_schema is not None]
    structured = [c for c in results if "structuredContent" in c.result]
    by_itself = [c for c in calls if c.fault is None and not c.wants_more]
    faulty = [c for c in calls if c.fault is not None]
    shapeless = [c for c in faulty if c.output_schema is not None]
    no_shape = "no tool that was called has an outputSchema"
    no_structure = "no result was structured"
    return {
        CONTENT.id: _over(results, _content, "no call came to a result", faulty),
        STRUCTURED.id: _over(shaped, _structured, no_shape, shapeless),
        AS_TEXT.id: _over(structured, _as_text, no_structure, shapeless),
        HONOURED.id: _over(
            by_itself, _honoured, "every tool wants more than this client can send", faulty
        ),
    }


def _over(
    looked_at: Sequence[ValidCall],
    problem: Callable[[ValidCall], str],
    otherwise: str,
    faulty: Sequence[ValidCall],
) -> Ruling:
    """The error of a service behind a tool can break a rule, but cannot show that one is kept."""
    for call in looked_at:
        if trouble := problem(call):
            return failed(f"{call.tool}: {trouble}", call.exchange)
    if good := {call.tool for call in looked_at if call.fault is None}:
        return passed(f"{len(good)} tools did")
    return not_verified(_behind(faulty)) if faulty else not_applicable(otherwise)


def _behind(calls: Sequence[ValidCall]) -> str:
    faults = {call.tool: fault for call in calls if (fault := call.fault) is not None}
    first = next(iter(faults.values()))
    return first.behind("the tool" if len(faults) == 1 else plural(len(faults), "tool"))


def _content(call: ValidCall) -> str:
    blocks = call.result.get("content")
    if not isinstance(blocks, list):
        return "the result has no list called content"
    return next(filter(None, map(content_problem, blocks)), "")


def _structured(call: ValidCall) -> str:
    if "structuredContent" not in call.result:
        return "it declares an outputSchema, but the result has no structuredContent"
    found = violations(call.output_schema, call.result["structuredContent"])
    return f"structuredContent is not valid under the outputSchema: {found[0]}" if found else ""


def _as_text(call: ValidCall) -> str:
    wanted = canonical(call.result["structuredContent"])
    blocks = call.result.get("content")
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, Mapping) and _same(block.get("text"), wanted):
            return ""
    return "no text block holds the JSON of structuredContent"


def _same(text: Any, wanted: str) -> bool:
    try:
        return canonical(json.loads(text)) == wanted
    except (TypeError, ValueError, RecursionError):
        return False


def _honoured(call: ValidCall) -> str:
    if isinstance(call.reaction, RpcError):
        return short(f"arguments that its schema allows were refused: {in_words(call.reaction)}")
    return ""


REVIEWS = (
    Review((MISSING, WRONG_TYPE, EXTRA), arguments_review, Provenance.ODD),
    Review(CHECKS, results_review),
)
