"""A server whose tools reject every call that their own schemas allow: nothing works.

Only calls count whose arguments the schema decides, as in the deep scan: nobody promised to know a
word of ours. Only errors count that speak of the call itself: `issue 1 not found` says that the
tool has looked. One valid call that succeeds, or that is answered so, is enough to work. Where none
succeeds for reasons that nobody knows, `upstream.nothing_worked` warns.
"""

import re
from collections.abc import Iterable
from typing import TypeGuard

from mcptest_action.core.checks.probes import (
    ErrorTopic,
    Observation,
    RequestKind,
    Subject,
    denies_tool,
    error_text,
    in_short,
    is_answer,
    is_result,
    refuses_request,
    said,
    topic_of,
)
from mcptest_action.core.checks.samples import Binding, binding_of
from mcptest_action.core.protocol.exchange import (
    HttpStatus,
    Reaction,
    Replied,
    RpcError,
    token_wanted,
)
from mcptest_action.core.protocol.surface import canonical
from mcptest_action.core.text import names_in_words

# With these, libraries describe any argument. As the name of one, they say nothing.
_JARGON = {
    "code", "expected", "input", "loc", "message", "path", "received", "type", "url", "value",
}  # fmt: skip


def all_rejected(seen: Iterable[Observation]) -> str:
    """Which tools rejected every valid call, and one of the answers; empty if any did not."""
    answers = [
        (each, each.reaction)
        for each in seen
        if each.kind is RequestKind.VALID_CALL and _is_answered(each.reaction)
    ]
    if any(is_result(answer) for _, answer in answers):
        return ""
    bindings: dict[str, Binding] = {}
    rejected: dict[str, str] = {}
    for each, answer in answers:
        tool = each.subject
        call = canonical([tool.name, tool.arguments])
        if call not in bindings:
            bindings[call] = binding_of(tool.schema, tool.arguments)
        if each.withheld:
            continue
        if not denies_tool(answer, tool.name):
            topic, binding = topic_of(answer, tool.arguments), bindings[call]
            if binding is Binding.FREE or _names_others(tool, answer):
                continue
            if topic is ErrorTopic.WORLD:
                return ""
            if not _counts(topic, binding, tool):
                continue
        rejected.setdefault(tool.name, _in_short(answer))
    if not rejected:
        return ""
    first = min(rejected)
    what = f"every call that a schema allows was rejected: {names_in_words(sorted(rejected))}"
    return f"{what} ({first} with {rejected[first]})"


Answer = Replied | RpcError | HttpStatus


def _is_answered(reaction: Reaction) -> TypeGuard[Answer]:
    """Over HTTP, a status without a message can say that the request is wrong. Who wants a token
    has not looked at the call.
    """
    if token_wanted(reaction):
        return False
    return is_answer(reaction) or (isinstance(reaction, HttpStatus) and refuses_request(reaction))


def _in_short(answer: Answer) -> str:
    if isinstance(answer, HttpStatus):
        return said(answer).removeprefix("answered with ")
    return in_short(answer)


def _counts(topic: ErrorTopic, binding: Binding, tool: Subject) -> bool:
    """Whether the values of the call are not to blame: if listed, no others would do either. Where
    there are none, more words speak of something else.
    """
    listed = binding is Binding.LISTED and bool(tool.arguments)
    return topic is ErrorTopic.CALL or (topic is ErrorTopic.VALUE and listed)


def _names_others(tool: Subject, error: Answer) -> bool:
    """Whether it speaks of an argument that need not be given, `either id or url`, or of several
    that were, `from must not be after to`.
    """
    properties = tool.schema.get("properties")
    known = {*properties} if isinstance(properties, dict) else set()
    words = ({*re.findall(r"\w+", error_text(error))} & known) - _JARGON
    return bool(words - {*tool.arguments}) or len(words) > 1
