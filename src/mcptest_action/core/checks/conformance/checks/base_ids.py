"""Ids of requests: which ones a server gives back, and which ones aren't valid."""

import json

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import Provenance, Replied, RpcError, in_words
from ..model import Examinee, Probe, Probing, must, should
from ..raw import say_json, sound_message, sound_request
from ..traffic import answers_to

SAME_ID = must("BASE-02", "basic#responses")(
    expects="A response has the id of its request, in value and in JSON type.",
    sends='a list request with each of the ids `0`, `2^53-1`, `"abc-é"` and `"12345"`',
    remedy="Keep the id as the JSON value it came as: do not parse, print or shorten it.",
)
NO_ID = should("BASE-16", "basic#requests", basis="derived")(
    expects="A request whose id is null, a fraction or a boolean is not served.",
    sends="a list request with each of the ids `null`, `1.5` and `true`",
    remedy="Check that the id is a string or an integer before the request is served.",
)
# 1 is missing here: every connection begins with it, and no id may be used twice.
IDS = (0, 2**53 - 1, "abc-é", "12345")
NO_IDS = (None, 1.5, True)


def ids_come_back(server: Examinee) -> Probing:
    for own in IDS:
        reaction = yield sound_request(server)._replace(request_id=own)
        if not isinstance(reaction, Replied | RpcError) or not answers_to(reaction, own):
            asked = f"asked with the id {_shown(own)}, the server"
            return {SAME_ID.id: failed(f"{asked} {in_words(reaction)}")}
    shown = ", ".join(map(_shown, IDS))
    return {SAME_ID.id: passed(f"each of the ids {shown} came back as it was")}


def no_ids(server: Examinee) -> Probing:
    did = []
    for wrong in NO_IDS:
        heard = yield from say_json(server, sound_message(server, wrong))
        asked = f"to a request with the id {_shown(wrong)}, the server"
        if heard.results or heard.trouble:
            return {NO_ID.id: failed(f"{asked} {heard.in_words}")}
        did.append(f"{_shown(wrong)}: it {heard.in_words}")
    return {NO_ID.id: passed("; ".join(did))}


def _shown(value: object) -> str:
    """As it appears in the message."""
    return json.dumps(value, ensure_ascii=False)


PROBES = (
    Probe("ids_come_back", (SAME_ID,), ids_come_back, sends=Provenance.SOUND),
    Probe("no_ids", (NO_ID,), no_ids),
)
