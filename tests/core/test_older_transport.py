"""The transport of 2024-11-05: when it is tried, and what follows from speaking it."""

import pytest

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.config import ExamConfig, exam_document
from mcptest_action.core.checks.probes.contract import survives
from mcptest_action.core.checks.results import Status
from mcptest_action.core.protocol.exchange.era import Era, EraName
from mcptest_action.core.protocol.exchange.handshake import (
    Choice,
    Hello,
    NoHello,
    handshake,
    reconnect,
)
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Garbage,
    HttpAnswer,
    HttpStatus,
    Opened,
    Replied,
    RpcError,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.sse import OLD_TRANSPORT
from mcptest_action.core.protocol.exchange.step import CallTool, Fresh, Notify, Request
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.surface.model import surface_document
from mcptest_action.core.protocol.target.server_address import Address, Transport
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.protocol.transcript.step_json import is_same, sent_document, spoke_sse
from mcptest_action.core.render.surface_pretty import surface_pretty

OLD = Era(EraName.LEGACY, "2024-11-05")
INITIALIZED = {"protocolVersion": "2024-11-05", "capabilities": {}, "serverInfo": {"name": "s"}}


def status(number):
    return HttpStatus(HttpAnswer(number, {}), "")


def met(refusal, opened, then, script=None):
    """What comes of a handshake, and the steps it took."""
    steps = []

    def respond(step):
        steps.append(step)
        match step:
            case Fresh(sse=True):
                return opened
            case Fresh():
                return Opened()
            case Notify():
                return Accepted()
            case Request("initialize") if any(s == Fresh(sse=True) for s in steps):
                return then
            case _:
                return refusal

    return pump(script or handshake(Choice.LEGACY, "1"), respond), steps


@pytest.mark.parametrize(
    "refusal",
    [
        status(400),
        status(404),
        status(405),
        status(422),
        RpcError(-32600, "no", None, HttpAnswer(400, {})),
        Garbage(OLD_TRANSPORT),
    ],
)
def test_a_refusal_leads_to_the_older_transport(refusal):
    hello, _ = met(refusal, Opened(), Replied(INITIALIZED))
    assert hello == Hello(OLD, {"name": "s"}, {}, None, sse=True)


@pytest.mark.parametrize(
    "refusal", [status(401), status(403), status(429), status(500), Garbage("x"), Replied({})]
)
def test_anything_else_does_not(refusal):
    hello, steps = met(refusal, Opened(), Replied(INITIALIZED))
    assert isinstance(hello, NoHello)
    assert len(steps) == 1


def test_without_a_stream_the_refusal_is_what_counts():
    hello, _ = met(status(404), Unreachable("no"), None)
    assert hello.reaction == status(404)
    assert hello.tried[-1] == "HTTP+SSE (2024-11-05): could not be reached: no"


def test_a_stream_without_a_hello_is_told_as_such():
    hello, _ = met(status(404), Opened(), status(500))
    assert hello.reaction == status(500)
    assert hello.tried[-1].startswith("initialize (2025-11-25) over HTTP+SSE: answered with")


def test_a_new_connection_does_not_ask_again_which_transport_it_is():
    hello, steps = met(status(404), Opened(), Replied(INITIALIZED), reconnect(OLD, "1"))
    assert isinstance(hello, NoHello)
    assert Fresh(sse=True) not in steps


def exchange(step, reaction, connection=1, number=1, check="handshake"):
    return Exchange(
        Key(check, None, connection, number), sent_document(step, None, http=False), reaction, 0.0
    )


def test_the_transcript_tells_which_transport_was_spoken():
    first = exchange(Request("initialize"), status(404))
    opened = exchange(Fresh(sse=True), Opened(), 2)
    hello = exchange(Request("initialize"), Replied({}), 2, 2)
    assert not spoke_sse([])
    assert not spoke_sse([first])
    assert spoke_sse([first, opened, hello])
    assert spoke_sse([first, opened, hello, exchange(Fresh(), Opened(), 3, check="restart")])
    # One attempt opened the stream and got no further; the next found something newer.
    assert not spoke_sse([first, opened, exchange(Request("initialize"), Replied({}), 3)])
    assert not spoke_sse([first, exchange(Fresh(sse=True), Unreachable(""), 2)])


def test_a_replay_compares_the_transport():
    old, new = exchange(Fresh(sse=True), Opened()), exchange(Fresh(), Opened())
    assert is_same(Fresh(sse=True), old, None, "1")
    assert is_same(Fresh(), new, None, "1")
    assert not is_same(Fresh(), old, None, "1")
    assert not is_same(Fresh(sse=True), new, None, "1")


def test_requirements_on_streamable_http_do_not_hold_over_the_older_transport():
    config = ExamConfig(address=Address(http=True, authority="x"))
    seen = config.seen_in([exchange(Fresh(sse=True), Opened())])
    assert seen.address.transport is Transport.SSE
    assert exam_document(seen) == exam_document(config)
    wanted = {check.id for check in CHECKS if seen.wants(check, "2025-11-25")}
    families = {check_id.partition("-")[0] for check_id in wanted}
    assert {"BASE", "LIFE", "TOOLS", "RSRC", "PRMT"} <= families
    assert not families & {"HTTP", "HHDR", "STDIO", "AUTH"}


def test_the_surface_says_so():
    surface = pump(collect(Hello(OLD, {"name": "s"}, {}, None, sse=True)), lambda _: ())
    assert surface_document(surface)["protocol"]["transport"] == "sse"
    assert "2024-11-05 (legacy), over HTTP+SSE" in surface_pretty(surface)


@pytest.mark.parametrize(
    ("number", "ruled"), [(400, Status.PASSED), (413, Status.FAILED), (500, Status.FAILED)]
)
def test_a_message_that_http_refused_as_unreadable_is_survived(number, ruled):
    script = survives(CallTool("x", {}), "it")
    ruling = pump(script, lambda s: status(number) if isinstance(s, CallTool) else Replied({}))
    assert ruling.status is ruled
