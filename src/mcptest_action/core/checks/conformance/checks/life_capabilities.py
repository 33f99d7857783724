"""`ping`, and whether a server really serves what it declares."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    entailed,
    failed,
    not_applicable,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    Garbage,
    InvalidUtf8,
    Misaddressed,
    Oversized,
    Provenance,
    Reaction,
    Replied,
    Request,
    Together,
    error_code,
)
from ..model import Examinee, Probe, Probing, Review, Rulings, info, must
from ..poor_hello import UNDECLARED, declares_something
from ..raw import PATIENCE_S
from ..refusal import METHOD_NOT_FOUND, server_said
from ..revision import NOVEMBER_2024, written
from ..traffic import HELLOS

PONG = must("LIFE-06", written(legacy="basic/utilities/ping#behavior-requirements"))(
    expects="`ping` gets an empty result at once.",
    sends="`ping` after the handshake",
    remedy="Answer `ping` with an empty object, whatever else the server is doing.",
)


def ping(_ground: Examinee) -> Probing:
    return {PONG.id: _pong((yield Request("ping", timeout_s=PATIENCE_S)))}


def _pong(reaction: Reaction) -> Ruling:
    if not isinstance(reaction, Replied):
        return failed(server_said(reaction))
    result = reaction.result
    extra = [name for name in result if name != "_meta"] if isinstance(result, dict) else [result]
    return ruled(not extra, "the result is empty", f"the result is not empty: {extra!r}")


# What has a listing method of its own; resource templates belong to the resources.
LISTED = ("tools", "resources", "prompts")
COMPLETED = "completions"
CLIENT_ONLY = ("sampling", "roots", "elicitation")
SERVED = must("LIFE-10", "server/tools#capabilities", basis="derived")(
    expects="What the server declares, it lists.",
    sends="the list request of each of tools, resources and prompts that is declared",
    remedy="Serve the list method of every declared capability, or do not declare it.",
)
DECLARED = must("LIFE-11", "server/tools#capabilities", basis="derived")(
    expects="What the server has, it declares.",
    sends="the list request of each of tools, resources and prompts that is not declared, and "
    "since 2025-03-26 `completion/complete` for an argument of a prompt, unless completions are",
    remedy="Declare the capability of everything that the server lists or completes.",
)
UTILITIES = must("LIFE-12", "server/utilities/completion#capabilities", basis="derived")(
    expects="A server that declares completions or logging knows the methods that belong to them.",
    sends="`completion/complete` and, before 2026-07-28, `logging/setLevel`, where declared",
    remedy="Serve the method of every declared capability, or do not declare it.",
)
OWN_SIDE = info("LIFE-17", "client/elicitation#capabilities", basis="robustness")(
    expects="The server declares nothing that only clients can have.",
    sends="nothing of its own: looks at the declared capabilities",
    remedy="Remove sampling, roots and elicitation from the capabilities of the server.",
)


def lists(server: Examinee) -> Probing:
    steps = {name: Request(f"{name}/list", timeout_s=PATIENCE_S) for name in LISTED}
    if _may_complete(server) and (argument := _argument(server)) is not None:
        steps[COMPLETED] = Request("completion/complete", argument, timeout_s=PATIENCE_S)
    reactions = yield Together(tuple(steps.values()))
    seen = dict(zip(steps, reactions, strict=True))
    has = {name: reaction for name, reaction in seen.items() if server.declares(name)}
    lacks = {name: reaction for name, reaction in seen.items() if name not in has}
    declared = _declared(server, lacks)
    if _breaks(has) and _breaks(lacks):  # all were asked for together
        declared = declared._replace(entailed_by=(SERVED.id,))
    return {SERVED.id: _served(has), DECLARED.id: declared}


def _breaks(asked: Mapping[str, Reaction]) -> bool:
    return any(isinstance(reaction, BROKEN) for reaction in asked.values())


def _served(has: Mapping[str, Reaction]) -> Ruling:
    if not has:
        return not_applicable("the server declares neither tools, nor resources, nor prompts")
    bad = {
        name: f"{name} is declared, and to `{name}/list` {_instead_of_list(reaction, name)}"
        for name, reaction in has.items()
        if _entries(reaction, name) is None
    }
    if not bad:
        return passed(f"the server lists what it declares: {', '.join(has)}")
    told = [_TOLD_BY.get(type(has[name]), ()) for name in bad]
    by = dict.fromkeys(check for checks in told for check in checks) if all(told) else ()
    return entailed("; ".join(bad.values()), *by).on(*(has[name] for name in bad))


# Who sends such a thing fails for that.
_TOLD_BY: Mapping[type, tuple[str, ...]] = {
    Replied: ("BASE-08",),
    InvalidUtf8: ("BASE-18",),
    Garbage: ("STDIO-02", "BASE-01", "STDIO-01"),
}


def _declared(server: Examinee, lacks: Mapping[str, Reaction]) -> Ruling:
    if not lacks:
        return not_applicable("the server declares tools, resources and prompts")
    if not declares_something(server.answer):
        return UNDECLARED
    bad = [
        f"{name} is not declared, and `{_method(name)}` {problem}"
        for name, reaction in lacks.items()
        if (problem := _hidden(reaction, name))
    ]
    return ruled(not bad, f"nothing is hidden behind: {', '.join(lacks)}", "; ".join(bad))


def _entries(reaction: Reaction, name: str) -> int | None:
    """How many entries there are; None if this isn't a list."""
    match reaction:
        case Replied(result={"completion": {"values": list(values)}}) if name == COMPLETED:
            return len(values)
        case Replied(result=dict(result)) if isinstance(result.get(name), list):
            return len(result[name])
        case _:
            return None


def _instead_of_list(reaction: Reaction, name: str) -> str:
    if isinstance(reaction, Replied):
        return f"the server gave a result without a list of {name}"
    return server_said(reaction)


def _hidden(reaction: Reaction, name: str) -> str:
    """What is wrong with it; errors are right."""
    if isinstance(reaction, Garbage | InvalidUtf8 | Misaddressed | Oversized):
        return f"got an answer that is none: {server_said(reaction)}"
    if isinstance(reaction, BROKEN):
        return f"got no answer: {server_said(reaction)}"
    count = _entries(reaction, name)
    return f"has {count} entries" if count else ""


def utilities(server: Examinee) -> Probing:
    steps = {request.method: request for request in _utilities(server)}
    if not steps:
        return {UTILITIES.id: not_applicable("neither completions nor logging is declared")}
    reactions = yield Together(tuple(steps.values()))
    bad = [
        f"to `{method}`, {server_said(reaction)}"
        for method, reaction in zip(steps, reactions, strict=True)
        if isinstance(reaction, BROKEN) or error_code(reaction) == METHOD_NOT_FOUND
    ]
    return {UTILITIES.id: ruled(not bad, f"the server knows {', '.join(steps)}", "; ".join(bad))}


def _utilities(server: Examinee) -> Iterator[Request]:
    # Before March 2025, no server had to declare completions, and the word had no meaning.
    if server.declares(COMPLETED) and server.revision != NOVEMBER_2024:
        yield Request("completion/complete", _completion(server), timeout_s=PATIENCE_S)
    if server.declares("logging") and not server.is_modern:
        # The level with the fewest messages: nobody here wants to read more.
        yield Request("logging/setLevel", {"level": "emergency"}, timeout_s=PATIENCE_S)


def _completion(server: Examinee) -> dict[str, Any]:
    """Parameters that fit the server, if it has a prompt with an argument."""
    ref = {"type": "ref/prompt", "name": "mcptest_no_such_prompt"}
    return _argument(server) or {"ref": ref, "argument": {"name": "argument", "value": ""}}


def _argument(server: Examinee) -> dict[str, Any] | None:
    """The first argument of a prompt, to be completed; None if there is none."""
    for prompt in server.surface.prompts:
        arguments = prompt.get("arguments")
        for argument in arguments if isinstance(arguments, list) else ():
            name = argument.get("name") if isinstance(argument, dict) else None
            ref = {"type": "ref/prompt", "name": prompt.get("name")}
            return {"ref": ref, "argument": {"name": name, "value": ""}}
    return None


def _may_complete(server: Examinee) -> bool:
    """Whether the revision knows completions, and the server doesn't declare them."""
    return server.revision != NOVEMBER_2024 and not server.declares(COMPLETED)


def _method(name: str) -> str:
    return "completion/complete" if name == COMPLETED else f"{name}/list"


def own_side(server: Examinee, _exchanges: object) -> Rulings:
    strange = [name for name in CLIENT_ONLY if server.declares(name)]
    bad = f"the server declares {', '.join(strange)}"
    return {OWN_SIDE.id: ruled(not strange, "the server declares nothing of a client's", bad)}


PROBES = (
    Probe("ping", (PONG,), ping, sends=Provenance.SOUND),
    Probe("lists", (SERVED, DECLARED), lists, sends=Provenance.REFUSABLE),
    Probe("utilities", (UTILITIES,), utilities, sends=Provenance.REFUSABLE),
)
REVIEWS = (Review((OWN_SIDE,), own_side, looks_at=HELLOS),)
