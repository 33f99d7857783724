"""Prompts as they are listed, and those that cannot be had."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import Reaction, Request, RpcError, Script, in_words
from ..listed import unlisted
from ..model import Examinee, Exchanges, Probe, Review, Rulings, must, should, the_same
from ..refusal import INVALID_PARAMS

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
        REFUSED.id: ruled(is_error, said),
        CODE.id: ruled(_is_invalid_params(reaction), said),
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
    return {REQUIRED.id: ruled(_is_invalid_params(reaction), f"the server {in_words(reaction)}")}


def _is_invalid_params(reaction: Reaction) -> bool:
    return isinstance(reaction, RpcError) and reaction.code == INVALID_PARAMS


PROBES = (
    Probe("get_no_prompt", LOST, get_none),
    Probe("get_prompt_incomplete", (REQUIRED,), get_incomplete),
)
REVIEWS = (Review((SHAPE,), review),)
