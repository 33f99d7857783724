"""Batches, which JSON-RPC has and the protocol has not."""

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import Script
from ..model import Examinee, Probe, Rulings, should
from ..raw import say_json, sound_message
from ..revision import JULY_2026, JUNE_2025, NOVEMBER_2025

NO_BATCH = should(
    "BASE-17",
    {
        JUNE_2025: "changelog#major-changes",
        NOVEMBER_2025: "basic#messages",
        JULY_2026: "basic#messages",
    },
)(
    expects="A batch of requests is not served.",
    sends="an array of two list requests",
    remedy="Refuse a message that is an array; over HTTP with status 400.",
)


def batch(server: Examinee) -> Script[Rulings]:
    two = [sound_message(server, f"mcptest-batch-{number}") for number in (1, 2)]
    heard = yield from say_json(server, two)
    said = f"the server {heard.in_words}"
    ruling = failed(said) if heard.results or heard.trouble else passed(said)
    return {NO_BATCH.id: ruling}


PROBES = (Probe("batch", (NO_BATCH,), batch),)
