"""What a server asks of the model behind a client."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from mcptest_action.core.checks.results import not_verified
from ..asking import Answers, Asked, nothing_asked, ruled_by, samplings
from ..content import content_problem
from ..model import Rulings, must, should
from ..revision import SINCE_NOVEMBER, everywhere, written

_PAGE = "client/sampling"
_TOOLS = f"{_PAGE}#tools-in-sampling"
_CONTEXT = f"{_PAGE}#capabilities"
_MESSAGES = f"{_PAGE}#message-content-constraints"
_SENDS = "calls of tools that are declared read-only, as a client that has sampling without tools"
COMPLETE = must("ASK-10", everywhere(f"{_PAGE}#creating-messages"), basis="schema")(
    expects="A sampling request has `maxTokens`, and messages with a role and content.",
    sends=_SENDS,
    remedy="Send a list of messages from `user` or `assistant`, and a whole number as `maxTokens`.",
)
NO_TOOLS = must(
    "ASK-11",
    written(_TOOLS, _TOOLS),
    revisions=SINCE_NOVEMBER,
)(
    expects="A client that does not declare `sampling.tools` is sent no tools for its model.",
    sends=_SENDS,
    remedy="Look at the client's capabilities before `tools` or `toolChoice` is sent.",
)
NO_CONTEXT = should("ASK-12", written(_CONTEXT, _CONTEXT), revisions=SINCE_NOVEMBER)(
    expects="A client that does not declare `sampling.context` is asked for no context of servers.",
    sends=_SENDS,
    remedy="Leave out `includeContext`, which stands for `none`.",
)
BALANCED = must(
    "ASK-13",
    written(_MESSAGES, _MESSAGES),
    revisions=SINCE_NOVEMBER,
)(
    expects="Each use of a tool in the messages is followed by its result, and a message with "
    "results has nothing else.",
    sends=_SENDS,
    remedy="Put all results of one turn, and nothing else, into the next message of the user.",
)
CHECKS = (COMPLETE, NO_TOOLS, NO_CONTEXT, BALANCED)
_USE, _RESULT = "tool_use", "tool_result"
Message = Mapping[str, Any]


_OF_TOOLS = ("tools", "toolChoice")


def rulings(asked: Sequence[Asked], calls: Answers) -> Rulings:
    found = samplings(asked)
    with_tools = [one for one in found if any(one.params.get(n) is not None for n in _OF_TOOLS)]
    wide = [one for one in found if (one.params.get("includeContext") or "none") != "none"]
    bad = [one.fault(what) for one in found if (what := _gap(one.params))]
    loose = [one.fault(what) for one in found for what in _unbalanced(_messages(one.params))]
    problems = {
        COMPLETE.id: bad,
        NO_TOOLS.id: [one.fault("the model is given tools") for one in with_tools],
        NO_CONTEXT.id: [
            one.fault(f"includeContext is {one.params['includeContext']!r:.80}") for one in wide
        ],
        BALANCED.id: loose,
    }
    none = nothing_asked("the server asked for no sampling", calls)
    spoken = [one for one in found if _messages(one.params)]
    mute = not_verified(f"no sampling request had messages: see {COMPLETE.id}") if found else none
    rulings = {}
    for check, faults in problems.items():
        seen, nothing = (spoken, mute) if check == BALANCED.id else (found, none)
        good = f"looked at {len(seen)} sampling requests"
        rulings[check] = ruled_by(faults, len(seen), nothing, good)
    return rulings


def _gap(params: Message) -> str:
    messages = params.get("messages")
    if not _is_whole(params.get("maxTokens")):
        return f"maxTokens is {params.get('maxTokens')!r:.80}"
    if not isinstance(messages, list):
        return "the sampling request has no messages"
    for message in messages:
        if not isinstance(message, dict) or message.get("role") not in ("user", "assistant"):
            return "a message has neither the role user nor assistant"
        if problem := next(filter(None, map(_problem, _blocks(message))), ""):
            return f"in a message, {problem}"
    return ""


def _is_whole(value: Any) -> bool:
    """A whole number may be written as 5.0."""
    return type(value) is int or (isinstance(value, float) and value.is_integer())


def _problem(block: Any) -> str:
    kind = block.get("type") if isinstance(block, dict) else None
    return "" if kind in (_USE, _RESULT) else content_problem(block)


def _messages(params: Message) -> list[Message]:
    messages = params.get("messages")
    return [one for one in messages if isinstance(one, dict)] if isinstance(messages, list) else []


def _blocks(message: Message) -> list[Any]:
    content = message.get("content")
    return content if isinstance(content, list) else [content]


def _unbalanced(messages: Sequence[Message]) -> Iterator[str]:
    for message, following in pairwise([*messages, {}]):
        kinds = [block.get("type") for block in _blocks(message) if isinstance(block, dict)]
        if _RESULT in kinds and any(kind != _RESULT for kind in kinds):
            yield "a message has results of tools and something else"
        uses = _named(message, _USE, "id")
        if uses and uses != _named(following, _RESULT, "toolUseId"):
            yield "the use of a tool is not followed by its result"


def _named(message: Message, kind: str, key: str) -> set[str]:
    blocks = [block for block in _blocks(message) if isinstance(block, dict)]
    return {str(block.get(key)) for block in blocks if block.get("type") == kind}
