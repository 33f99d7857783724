"""Prompts as they are listed, requests for missing ones, and the results of the others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.probes import fault_behind
from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    Provenance,
    Reaction,
    Replied,
    Request,
    RpcError,
    in_words,
)
from ..content import content_problem
from ..listed import unlisted
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should, the_same
from ..refusal import is_invalid_params
from ..traffic import listed

NOWHERE = "mcptest_no_such_prompt"
_ERRORS = "server/prompts#error-handling"
SHAPE = must("PRMT-01", "server/prompts#prompt", basis="schema")(
    expects="Every prompt has a `name`, every argument of it too; `required` is true or false.",
    sends="the list of prompts, all pages of it",
    remedy="Give prompts and arguments a name, and write `required` as a boolean.",
)
REFUSED = should("PRMT-03", _ERRORS)(
    expects="Asking for a prompt that does not exist gets a JSON-RPC error.",
    sends=f"`prompts/get` of `{NOWHERE}`",
    remedy="Look the prompt up first, and answer with error -32602.",
)
CODE = should("PRMT-04", _ERRORS)(
    expects="The error for a prompt that does not exist is -32602.",
    sends=f"`prompts/get` of `{NOWHERE}`",
    remedy="Use -32602, Invalid params.",
)
REQUIRED = should("PRMT-05", _ERRORS)(
    expects="A prompt without one of its required arguments gets the error -32602.",
    sends="`prompts/get` of the first prompt with a required argument, without arguments",
    remedy="Check the arguments before the prompt is made.",
)
LOST = (REFUSED, CODE)


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    if (nothing := unlisted(server, "prompts")) is not None:
        return {SHAPE.id: nothing}
    problems = [p for prompt in server.surface.prompts if (p := _problem(prompt))]
    many = f"{len(server.surface.prompts)} prompts"
    return {SHAPE.id: ruled(not problems, many, listed(problems))}


def _problem(prompt: Mapping[str, Any]) -> str:
    name, arguments = prompt.get("name"), prompt.get("arguments", [])
    if not isinstance(name, str):
        return "a prompt has no name"
    if not isinstance(arguments, list):
        return f"the arguments of {name[:100]} are not a list"
    for argument in arguments:
        if not isinstance(argument, Mapping) or not isinstance(argument.get("name"), str):
            return f"an argument of {name[:100]} has no name"
        if not isinstance(argument.get("required", False), bool):
            return f"required is not true or false: {name[:100]}, {argument['name'][:100]}"
    return ""


def required_of(prompt: Mapping[str, Any]) -> list[str]:
    """The names of the required arguments of a prompt."""
    arguments = prompt.get("arguments")
    return [
        str(argument.get("name"))
        for argument in (arguments if isinstance(arguments, list) else ())
        if isinstance(argument, Mapping) and argument.get("required") is True
    ]


def get_none(server: Examinee) -> Probing:
    if not server.declares("prompts"):
        return the_same(LOST, not_applicable("the server does not declare prompts"))
    reaction = yield Request("prompts/get", {"name": NOWHERE})
    said = f"the server {in_words(reaction)}"
    is_error = isinstance(reaction, RpcError)
    return {
        REFUSED.id: ruled(is_error, said),
        CODE.id: ruled(is_invalid_params(reaction), said),
    }


def get_incomplete(server: Examinee) -> Probing:
    if (nothing := unlisted(server, "prompts")) is not None:
        return {REQUIRED.id: nothing}
    demanding = [prompt for prompt in server.surface.prompts if required_of(prompt)]
    if not demanding:
        return {REQUIRED.id: not_applicable("no prompt requires an argument")}
    params: dict[str, Any] = {"name": demanding[0].get("name"), "arguments": {}}
    reaction = yield Request("prompts/get", params)
    return {REQUIRED.id: ruled(is_invalid_params(reaction), f"the server {in_words(reaction)}")}


MOST_GOT = 3
_GETS = "`prompts/get` of up to three prompts, those first that need the fewest arguments"
MESSAGES = must("PRMT-02", "server/prompts#promptmessage", basis="derived")(
    expects="A prompt is answered with messages by `user` or `assistant`, each with content.",
    sends=_GETS,
    remedy="Return `messages` whose content is a block with a known type.",
)
ENCODED = must("PRMT-06", "server/prompts#image-content")(
    expects="Images, sounds and resources in a prompt have a type and base64 that decodes.",
    sends=_GETS,
    remedy="Encode binary content with standard base64, and add `mimeType`.",
)
CHECKS = (MESSAGES, ENCODED)


def get_one(server: Examinee) -> Probing:
    if (nothing := unlisted(server, "prompts")) is not None:
        return the_same(CHECKS, nothing)
    messages: list[Any] = []
    behind: Ruling | None = None
    for prompt in sorted(server.surface.prompts, key=lambda p: len(required_of(p)))[:MOST_GOT]:
        given = dict.fromkeys(required_of(prompt), "1")
        # Some SDKs want an object for every prompt, even if its arguments are optional, or missing.
        named = {"name": prompt.get("name")}
        plain = {**named, "arguments": given} if prompt.get("arguments") else named
        reaction = yield Request("prompts/get", plain)
        if plain is named and isinstance(reaction, RpcError):
            reaction = yield Request("prompts/get", {**named, "arguments": {}})
        # Our text may not suit the argument: refusing it isn't a violation.
        if given and isinstance(reaction, RpcError):
            continue
        if fault := fault_behind(reaction):
            behind = behind or not_verified(fault.behind(str(prompt.get("name"))[:100]))
            continue
        trouble = _trouble(reaction)
        if trouble:
            lost = failed(f"{str(prompt.get('name'))[:100]}: {trouble}")
            return {MESSAGES.id: lost, ENCODED.id: _encoded(messages)}
        messages += _messages(reaction)
    if not messages and behind is None:
        return the_same(CHECKS, not_applicable("no prompt can be had with arguments of ours"))
    problems = [p for p in map(_problem_of, messages) if p and not _is_about_encoding(p)]
    found = ruled(not problems, f"{len(messages)} messages", listed(problems))
    return {
        MESSAGES.id: found if problems or behind is None else behind,
        ENCODED.id: _encoded(messages),
    }


def _trouble(reaction: Reaction) -> str:
    """Why there are no messages to look at."""
    result = reaction.result if isinstance(reaction, Replied) else None
    if not isinstance(result, Mapping):
        return f"the server {in_words(reaction)}"
    if result.get("resultType") == "input_required" or isinstance(result.get("messages"), list):
        return ""
    return "the result has no list called messages"


def _messages(reaction: Replied) -> list[Any]:
    messages = reaction.result.get("messages")
    return messages if isinstance(messages, list) else []


def _is_about_encoding(problem: str) -> bool:
    return "base64" in problem or "mimeType" in problem


def _problem_of(message: Any) -> str:
    if not isinstance(message, Mapping) or message.get("role") not in ("user", "assistant"):
        return "a message has a role that is neither user nor assistant"
    return content_problem(message.get("content"))


def _encoded(messages: Sequence[Any]) -> Ruling:
    problems = [p for p in map(_problem_of, messages) if _is_about_encoding(p)]
    if problems:
        return failed(listed(problems))
    kinds = [kind for kind in _kinds(messages) if kind in ("image", "audio", "resource")]
    return passed(f"{len(kinds)} of them") if kinds else not_applicable("all of it is text")


def _kinds(messages: Sequence[Any]) -> Iterator[str]:
    for message in messages:
        content = message.get("content") if isinstance(message, Mapping) else None
        if isinstance(content, Mapping):
            yield str(content.get("type"))


# A prompt may ask for more input.


PROBES = (
    Probe("get_no_prompt", LOST, get_none, sends=Provenance.REFUSABLE),
    Probe("get_prompt_incomplete", (REQUIRED,), get_incomplete, sends=Provenance.REFUSABLE),
    Probe("get_prompt", CHECKS, get_one, informs=("MOD-04",), sends=Provenance.SOUND),
)
REVIEWS = (Review((SHAPE,), review, looks_at=("prompts/list",)),)
