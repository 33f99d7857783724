"""A result that needs more input, what a client sends in return, and ways to get that wrong."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import Subject
from mcptest_action.core.protocol.exchange import (
    ASKABLE,
    ELICITATION,
    Client,
    Reaction,
    Replied,
    Says,
    reply_of,
)
from .asking import Asked, asked_for

# No server asks for this.
UNKNOWN_KEY = "mcptest_unasked"
Params = dict[str, Any]


class Need(NamedTuple):
    """What a tool needs before it can answer."""

    tool: Subject
    reaction: Reaction
    result: Mapping[str, Any]

    @property
    def requests(self) -> Mapping[str, Mapping[str, Any]]:
        """What is asked for, by its key; only what clients know."""
        asked = self.result.get("inputRequests")
        return {
            key: request
            for key, request in (asked.items() if isinstance(asked, dict) else ())
            if isinstance(request, dict) and request.get("method") in tuple(ASKABLE)
        }

    @property
    def state(self) -> Any:
        return self.result.get("requestState")

    @property
    def asked(self) -> tuple[Asked, ...]:
        return tuple(
            asked_for(self.tool.name, request, key, self.reaction)
            for key, request in self.requests.items()
        )

    @property
    def elicits(self) -> bool:
        return any(request["method"] == ELICITATION for request in self.requests.values())


def need_of(tool: Subject, reaction: Reaction) -> Need | None:
    match reaction:
        case Replied(result={"resultType": "input_required"} as result):
            return Need(tool, reaction, result)
        case _:
            return None


def returned(need: Need, client: Client, says: Says = Says.ACCEPT) -> Params:
    """What a client sends with the next try. Only people say no: models and folders cannot."""
    responses = {}
    for key, request in need.requests.items():
        params = request.get("params")
        told = says if request["method"] == ELICITATION else Says.ACCEPT
        known = params if isinstance(params, dict) else {}
        reply = reply_of(request["method"], known, client, told)
        responses[key] = reply.get("result", {"action": str(Says.DECLINE)})
    return with_state(need, {"inputResponses": responses} if responses else {})


def with_state(need: Need, params: Params) -> Params:
    return params if need.state is None else {**params, "requestState": need.state}


def is_granted(params: Params) -> bool:
    """Whether the server gets all that it asks for, and not a no."""
    given = params.get("inputResponses", {}).values()
    return all(response.get("action", "accept") == "accept" for response in given)


Twist = Callable[[Need, Client], Params | None]
"""The next try, wrong in one way; None if it cannot be."""


def declined(need: Need, client: Client) -> Params | None:
    return returned(need, client, Says.DECLINE) if need.elicits else None


def cancelled(need: Need, client: Client) -> Params | None:
    return returned(need, client, Says.CANCEL) if need.elicits else None


def with_more(need: Need, client: Client) -> Params | None:
    right = returned(need, client)
    if not need.requests or not is_granted(right):
        return None
    more = {UNKNOWN_KEY: {"action": "accept", "content": {}}}
    return {**right, "inputResponses": {**right["inputResponses"], **more}}


def with_nothing(need: Need, _client: Client) -> Params | None:
    return with_state(need, {"inputResponses": {}}) if need.requests else None


def with_numbers(need: Need, _client: Client) -> Params | None:
    numbers = dict.fromkeys(need.requests, 5)
    return with_state(need, {"inputResponses": numbers}) if need.requests else None


def with_text(need: Need, _client: Client) -> Params | None:
    return with_state(need, {"inputResponses": "mcptest"}) if need.requests else None


def tampered(need: Need, client: Client) -> Params | None:
    if not isinstance(need.state, str):
        return None
    return {**returned(need, client), "requestState": tampered_text(need.state)}


def tampered_text(text: str) -> str:
    """The text with another character in its middle: at the ends, base64 may have spare bits."""
    places = [place for place, sign in enumerate(text) if sign.isalnum()]
    if not places:
        return f"{text}mcptest"
    place = places[len(places) // 2]
    return f"{text[:place]}{'B' if text[place] == 'A' else 'A'}{text[place + 1 :]}"
