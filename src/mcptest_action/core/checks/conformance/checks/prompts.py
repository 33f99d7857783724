"""Prompts as they are listed, and those that cannot be had."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.listed import unlisted
from mcptest_action.core.checks.conformance.model import (
    Check,
    Level,
    Probe,
    Review,
    Rulings,
    the_same,
)
from mcptest_action.core.checks.conformance.refusal import INVALID_PARAMS
from mcptest_action.core.checks.conformance.revision import everywhere
from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import Reaction, Request, RpcError, Script, in_words
from mcptest_action.core.protocol.transcript import Exchange

NOWHERE = "mcptest_no_such_prompt"
_ERRORS = everywhere("server/prompts#error-handling")
SHAPE = Check(
    id="PRMT-01",
    level=Level.MUST,
    expects="Every prompt has a `name`, every argument of it too; `required` is true or false.",
    sends="the list of prompts, all pages of it",
    remedy="Give prompts and arguments a name, and write `required` as a boolean.",
    spec=everywhere("server/prompts#prompt"),
    basis="schema",
)
REFUSED = Check(
    id="PRMT-03",
    level=Level.SHOULD,
    expects="Asking for a prompt that does not exist gets a JSON-RPC error.",
    sends=f"`prompts/get` of `{NOWHERE}`",
    remedy="Look the prompt up first, and answer with error -32602.",
    spec=_ERRORS,
)
CODE = Check(
    id="PRMT-04",
    level=Level.SHOULD,
    expects="The error for a prompt that does not exist is -32602.",
    sends=f"`prompts/get` of `{NOWHERE}`",
    remedy="Use -32602, Invalid params.",
    spec=_ERRORS,
)
REQUIRED = Check(
    id="PRMT-05",
    level=Level.SHOULD,
    expects="A prompt without one of its required arguments gets the error -32602.",
    sends="`prompts/get` of the first prompt with a required argument, without arguments",
    remedy="Check the arguments before the prompt is made.",
    spec=_ERRORS,
)
LOST = (REFUSED, CODE)


def review(server: Examinee, _exchanges: Sequence[Exchange]) -> Rulings:
    nothing = unlisted(server, "prompts")
    if nothing is not None:
        return {SHAPE.id: nothing}
    problems = [p for prompt in server.surface.prompts if (p := _problem(prompt))]
    many = f"{len(server.surface.prompts)} prompts"
    return {SHAPE.id: ruled(not problems, many, "; ".join(problems[:3]))}


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
    """The names of the arguments that a prompt cannot do without."""
    arguments = prompt.get("arguments")
    return [
        str(argument.get("name"))
        for argument in (arguments if isinstance(arguments, list) else ())
        if isinstance(argument, Mapping) and argument.get("required") is True
    ]


def get_none(server: Examinee) -> Script[Rulings]:
    if not server.declares("prompts"):
        return the_same(LOST, not_applicable("the server does not declare prompts"))
    reaction = yield Request("prompts/get", {"name": NOWHERE})
    said = f"the server {in_words(reaction)}"
    is_error = isinstance(reaction, RpcError)
    return {
        REFUSED.id: ruled(is_error, said, said),
        CODE.id: ruled(_is_invalid_params(reaction), said, said),
    }


def get_incomplete(server: Examinee) -> Script[Rulings]:
    nothing = unlisted(server, "prompts")
    if nothing is not None:
        return {REQUIRED.id: nothing}
    demanding = [prompt for prompt in server.surface.prompts if required_of(prompt)]
    if not demanding:
        return {REQUIRED.id: not_applicable("no prompt requires an argument")}
    params: dict[str, Any] = {"name": demanding[0].get("name"), "arguments": {}}
    reaction = yield Request("prompts/get", params)
    said = f"the server {in_words(reaction)}"
    return {REQUIRED.id: ruled(_is_invalid_params(reaction), said, said)}


def _is_invalid_params(reaction: Reaction) -> bool:
    return isinstance(reaction, RpcError) and reaction.code == INVALID_PARAMS


PROBES = (
    Probe("get_no_prompt", LOST, get_none),
    Probe("get_prompt_incomplete", (REQUIRED,), get_incomplete),
)
REVIEWS = (Review((SHAPE,), review),)
