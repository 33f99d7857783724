"""Completion of arguments."""

import re
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, ruled
from mcptest_action.core.protocol.exchange import (
    Reaction,
    Replied,
    Request,
    in_words,
)
from ..model import Examinee, Probe, Probing, must, should, the_same
from ..refusal import is_invalid_params

MOST_VALUES = 100
_VARIABLE = re.compile(r"\{[+#./;?&]?([\w.%]+)")
VALUES = must("COMP-01", "server/utilities/completion#completion-results", basis="schema")(
    expects="A completion holds `values`, which are at most 100 texts.",
    sends="`completion/complete` for the first argument of a prompt, or variable of a template",
    remedy="Return `completion.values` as a list of texts, cut after 100, with `hasMore`.",
)
CODE = should("COMP-02", "server/utilities/completion#error-handling")(
    expects="Completing for a prompt that does not exist gets the error -32602.",
    sends="`completion/complete` for a prompt that is not listed",
    remedy="Look the prompt up first, and use -32602, Invalid params.",
)
CHECKS = (VALUES, CODE)


def completed(server: Examinee) -> Probing:
    if not server.declares("completions"):
        return the_same(CHECKS, not_applicable("the server does not declare completions"))
    reference = _reference(server)
    values = not_applicable("there is no argument that could be completed")
    if reference is not None:
        values = _values((yield Request("completion/complete", reference)))
    unknown = yield Request(
        "completion/complete",
        {
            "ref": {"type": "ref/prompt", "name": "mcptest_no_such_prompt"},
            "argument": {"name": "mcptest", "value": ""},
        },
    )
    said = f"the server {in_words(unknown)}"
    return {VALUES.id: values, CODE.id: ruled(is_invalid_params(unknown), said)}


def _reference(server: Examinee) -> dict[str, Any] | None:
    """What to complete, if there is anything."""
    for prompt in server.surface.prompts:
        arguments = prompt.get("arguments")
        first = arguments[0] if isinstance(arguments, list) and arguments else None
        if isinstance(first, Mapping):
            ref = {"type": "ref/prompt", "name": prompt.get("name")}
            return {"ref": ref, "argument": {"name": first.get("name"), "value": ""}}
    for template in server.surface.templates:
        address = str(template.get("uriTemplate"))
        variable = _VARIABLE.search(address)
        if variable:
            ref = {"type": "ref/resource", "uri": address}
            return {"ref": ref, "argument": {"name": variable[1], "value": ""}}
    return None


def _values(reaction: Reaction) -> Ruling:
    match reaction:
        case Replied(result={"completion": {"values": list(values)}}):
            if not all(isinstance(value, str) for value in values):
                return failed("a value is not text")
            return ruled(len(values) <= MOST_VALUES, f"{len(values)} values")
        case Replied():
            return failed("the result has no list called completion.values")
        case _:
            return failed(f"the server {in_words(reaction)}")


PROBES = (Probe("completed", CHECKS, completed),)
