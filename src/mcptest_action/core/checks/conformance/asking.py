"""What a server asks of a client that has something to give: whom we call to find out, as which
client, and what came of it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import Subject, is_answer
from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
)
from mcptest_action.core.checks.samples import Sample, synthesize
from mcptest_action.core.protocol.exchange import (
    ASKABLE,
    BROKEN,
    ELICITATION,
    FORM,
    SAMPLING,
    URL,
    CallTool,
    Client,
    Overheard,
    Reaction,
    Says,
    in_words,
    mode_of,
)
from .free_tools import free_tools, why_none_is_free
from .model import Examinee
from .revision import SINCE_JUNE, SINCE_NOVEMBER
from .traffic import listed

# The name of the probe, and of its exchanges.
ASKING = "asking"
# For the answer to one call: a tool that takes longer must not hold up everything else.
CALL_S = 5.0
# How many calls may take too long, or break the connection; then it goes on with a new one.
MOST_BREAKS = 2
# Tools that sound as if they might ask back, and how many are tried where fewer of them do.
MOST_TOOLS, FEW_TOOLS = 5, 2
_TELLING = re.compile(r"elicit|sampling|confirm|input ?required|\broots?\b|\bask", re.IGNORECASE)
MODES: Mapping[str, Mapping[str, Any]] = {FORM: {}, URL: {}}


class Fault(NamedTuple):
    """What is wrong, as a clause, and what shows it."""

    what: str
    seen: Reaction


class Asked(NamedTuple):
    """One thing that a server asked for while a tool was called."""

    tool: str
    method: str
    params: Mapping[str, Any]
    seen: Reaction
    """What it came with."""
    id: Any = None
    """The id of the request; in the modern era, its key."""
    reply: Mapping[str, Any] = {}
    """What the client said, where it has said something already."""

    @property
    def got_no(self) -> bool:
        """Whether the server did not get what it asked for."""
        told = self.reply.get("result", {})
        return "error" in self.reply or told.get("action", Says.ACCEPT) != Says.ACCEPT

    def fault(self, what: str) -> Fault:
        return Fault(f"{self.tool}: {what}", self.seen)


class Call(NamedTuple):
    """A call, what the person said who was asked meanwhile, and what came of it."""

    tool: str
    says: Says
    reaction: Reaction
    asked: tuple[Asked, ...]
    breaks: int = 0
    """How often the connection broke before it, so that this is another one."""


Answers = Sequence[tuple[str, Reaction]]
"""What the calls of tools came to, by the names of the tools."""


def capabilities(server: Examinee, modes: Mapping[str, Any] = MODES) -> dict[str, Any]:
    """What we declare. Not that a model may use tools, or sees other servers: nobody may ask that
    of a client which didn't say so.
    """
    declared: dict[str, Any] = {"sampling": {}, "roots": {}}
    if server.revision in SINCE_JUNE:
        declared["elicitation"] = dict(modes) if server.revision in SINCE_NOVEMBER else {}
    return declared


def client_with(declared: Mapping[str, Any]) -> Client:
    return Client(declared, _filled_in)


def _filled_in(schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
    made = synthesize(schema)
    return made.arguments if isinstance(made, Sample) else None


def tools_to_ask(server: Examinee) -> tuple[Subject, ...]:
    """A few that are declared read-only; first those that sound as if they might ask back."""
    tools = tuple(sorted(server.surface.tools, key=lambda tool: not _may_ask(tool)))
    most = min(MOST_TOOLS, max(FEW_TOOLS, sum(map(_may_ask, tools))))
    telling_first = server._replace(surface=server.surface._replace(tools=tools))
    return tuple(islice(free_tools(telling_first), most))


def _may_ask(tool: Mapping[str, Any]) -> bool:
    about = f"{tool.get('name')} {tool.get('description')}".replace("_", " ")
    return _TELLING.search(about) is not None


def why_nobody_is_asked(server: Examinee) -> Ruling:
    """A list that cannot be had is the fault of another check."""
    ruling = why_none_is_free(server)
    return not_verified(ruling.because) if ruling.status is Status.FAILED else ruling


def call(tool: Subject, says: Says, **more: Any) -> CallTool:
    return CallTool(tool.name, tool.arguments, CALL_S, more=more, says=says)


def requests_in(tool: str, heard: Overheard) -> tuple[Asked, ...]:
    """What the server asked for on the connection, of what clients may have."""
    said = [(entry.get("message", {}), entry.get("reply", {})) for entry in heard.messages]
    return tuple(
        asked_for(tool, message, message.get("id"), heard)._replace(reply=reply)
        for message, reply in said
        if "id" in message and message.get("method") in tuple(ASKABLE)
    )


def asked_for(tool: str, request: Mapping[str, Any], name: Any, seen: Reaction) -> Asked:
    params = request.get("params")
    return Asked(tool, request["method"], params if isinstance(params, dict) else {}, seen, name)


def forms(asked: Iterable[Asked]) -> list[Asked]:
    return [one for one in asked if one.method == ELICITATION and mode_of(one.params) == FORM]


def links(asked: Iterable[Asked]) -> list[Asked]:
    return [one for one in asked if one.method == ELICITATION and mode_of(one.params) == URL]


def samplings(asked: Iterable[Asked]) -> list[Asked]:
    return [one for one in asked if one.method == SAMPLING]


def ruled_by(faults: Iterable[Fault], seen: int, nothing: Ruling, good: str) -> Ruling:
    """Failed for the faults; what `nothing` says if there was nothing to look at."""
    found = list(faults)
    if found:
        return failed_for(found)
    return passed(good) if seen else nothing


def failed_for(faults: Sequence[Fault]) -> Ruling:
    return failed(listed(fault.what for fault in faults)).on(*(fault.seen for fault in faults))


def nothing_asked(what: str, calls: Answers) -> Ruling:
    """Why there is nothing to look at: it may have come too late for us."""
    for tool, reaction in calls:
        if isinstance(reaction, BROKEN):
            return not_verified(f"{what} before {tool} {in_words(reaction)}")
    if calls and not any(is_answer(reaction) for _, reaction in calls):
        tool, reaction = calls[0]
        return not_verified(f"{what}, but {tool} {in_words(reaction)}")
    return not_applicable(what)
