"""Checks of the handshake, of capabilities and of what comes unasked, on servers made up here."""

import pytest
from examinees import (
    LOOPBACK,
    MODERN,
    NOVEMBER,
    because,
    error,
    examinee,
    fed,
    http,
    replied,
    status,
)

from mcptest_action.core.checks.conformance.checks import (
    life_capabilities,
    life_hello,
    life_unasked,
    life_utilities,
)
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.examine import examine, meeting
from mcptest_action.core.checks.conformance.examinees import RunPart
from mcptest_action.core.checks.conformance.meet import NotSpoken, greet
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Disconnected,
    Garbage,
    Opened,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import Together
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

JUNE = "2025-06-18"
STDIO = Address()
LATE = TimedOut(5.0)
SILENCE = Overheard(())
GONE = Disconnected("exited with code 1")


def hello(version, **changes):
    info = {"name": "made up", "version": "1"}
    said = {"protocolVersion": version, "capabilities": {}, "serverInfo": info}
    return Replied({**said, **changes})


def met(revision=NOVEMBER, *, answer=None, spoken=(JUNE, NOVEMBER)):
    known = examinee(revision, address=STDIO)
    return known._replace(answer=answer or hello(revision), spoken=spoken)


def rulings(known, odd, *reactions):
    """A bad reaction comes again on a new connection."""
    return because(lambda examinee: life_hello.negotiated(examinee, odd), known, *reactions)


def test_a_counter_offer_is_tried_where_nobody_was_met_in_it():
    script = life_hello.negotiated(met(JUNE), hello(NOVEMBER))
    steps = fed(script, Opened(), hello(NOVEMBER))[1]
    assert [type(step).__name__ for step in steps] == ["Fresh", "Request"]
    assert steps[1].params["protocolVersion"] == NOVEMBER
    known = met(JUNE)._replace(hellos={NOVEMBER: hello(NOVEMBER)})
    found = rulings(known, hello(NOVEMBER))
    assert found["LIFE-02"] == f"passed: the server agreed to {JUNE} and to {NOVEMBER}"


def test_who_was_put_off_by_what_came_before_is_asked_again():
    found = rulings(met(), error(-32600), Opened(), hello(NOVEMBER))
    assert found["LIFE-03"] == f"passed: the server offered {NOVEMBER}"


@pytest.mark.parametrize(
    ("odd", "counter", "newest"),
    [
        (hello("1900-01-01"), "failed: the server agreed to speak 1900-01-01", "not_applicable"),
        (hello(NOVEMBER), f"passed: the server offered {NOVEMBER}", "passed"),
        (hello(None), "failed: the server offered None", "not_applicable"),
        (
            RpcError(-32602, "no", {"supported": [NOVEMBER]}),
            "passed: the server answered with JSON-RPC error -32602",
            "not_applicable",
        ),
        (RpcError(-32602, "no"), "failed: the server answered with", "not_applicable"),
        (GONE, "failed: the server closed the connection", "not_applicable"),
    ],
)
def test_an_unknown_revision_is_answered_with_a_known_one(odd, counter, newest):
    again = () if counter.startswith("passed") else (Opened(), odd)
    found = rulings(met(), odd, *again)
    assert found["LIFE-03"].startswith(counter)
    assert found["LIFE-04"].startswith(newest)


def test_a_revision_that_no_handshake_has_is_no_counter_offer():
    again = (Opened(), hello(MODERN))
    found = rulings(met(), hello(MODERN), *again, *again)
    assert "no revision of that name has a hello" in found["LIFE-03"]


def test_the_newest_revision_is_offered_and_kept_to():
    offered = rulings(met(JUNE), hello(JUNE))
    assert offered["LIFE-04"] == f"failed: the server offered {JUNE}, but speaks {NOVEMBER}, too"
    broken = rulings(met(JUNE), hello(NOVEMBER), Opened(), GONE)
    assert broken["LIFE-02"] == (
        f"failed: asked for {NOVEMBER}, the server closed the connection: exited with code 1"
    )
    assert broken["LIFE-04"].startswith("failed: the server offered 2025-11-25, and did not keep")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (hello(NOVEMBER), "passed"),
        (hello(3), "failed: the result has no protocolVersion that names a revision (but 3)"),
        (hello("banana"), "failed: the result has no protocolVersion that names a revision"),
        (hello("DRAFT-2027-v1"), "passed"),
        (hello(NOVEMBER, capabilities=[]), "failed: the result has no capabilities that are"),
        (hello(NOVEMBER, serverInfo=None), "failed: the result has no serverInfo.name that is"),
        (hello(NOVEMBER, serverInfo={"name": "x"}), "failed: the result has no serverInfo.version"),
        (Replied([]), "failed: the result has no protocolVersion"),
        (GONE, "failed: the server closed the connection"),
    ],
)
def test_the_hello_says_everything(answer, expected):
    assert rulings(met(answer=answer), hello(NOVEMBER))["LIFE-01"].startswith(expected)


EMPTY_REFUSED = (error(-32602), hello(NOVEMBER), hello(NOVEMBER))
PONG = Replied({})


def before(known, *reactions):
    return because(life_hello.beginnings, known, *reactions)


def test_whoever_dies_of_an_early_question_gets_a_new_connection_for_the_next():
    found = before(met(), LATE, GONE, Opened(), *EMPTY_REFUSED)
    assert found["LIFE-07"] == "failed: the server did not answer within 5 s"
    assert found["LIFE-08"].startswith("passed: the server closed the connection")
    assert found["LIFE-05"].startswith("passed")


def test_nothing_comes_before_a_session():
    known = met(answer=Replied(hello(NOVEMBER).result, http(mcp_session_id="x")))
    found = before(known, status(400), status(400), *EMPTY_REFUSED)
    assert found["LIFE-07"].startswith("not_applicable")


@pytest.mark.parametrize(
    ("empty", "sound", "expected"),
    [
        (error(-32602), hello(NOVEMBER), "passed"),
        (status(400, "no"), hello(NOVEMBER), "passed: the server answered with HTTP status 400"),
        (status(204), hello(NOVEMBER), "failed"),
        (hello(NOVEMBER), hello(NOVEMBER), "failed: the server answered with a result"),
        (error(-32602), GONE, "failed: the server answered with JSON-RPC error -32602"),
    ],
)
def test_a_hello_without_content_is_an_error_and_not_the_end(empty, sound, expected):
    again = (Opened(), empty, sound, hello(NOVEMBER)) if sound is GONE else (hello(NOVEMBER),)
    odd = (Opened(), hello(NOVEMBER)) if sound is GONE else ()
    found = before(met(), PONG, error(-32600), empty, sound, *again, *odd)
    assert found["LIFE-05"].startswith(expected)


def test_who_breaks_on_an_unknown_revision_is_not_blamed_for_an_empty_hello():
    early = (PONG, error(-32600), error(-32602), GONE)
    again = (Opened(), error(-32602), hello(NOVEMBER), hello(NOVEMBER))
    found = before(met(), *early, *again, Opened(), GONE)
    assert found["LIFE-05"].startswith("passed")
    assert found["LIFE-03"].startswith("failed: the server closed the connection")


def test_a_ping_that_was_not_the_first_message_is_sent_again():
    known = met()._replace(has_spare=True)
    found = before(known, error(-32600), Opened(), PONG, error(-32600), *EMPTY_REFUSED)
    assert found["LIFE-07"].startswith("passed")
    found = before(known, PONG, error(-32600), *EMPTY_REFUSED)
    assert found["LIFE-07"].startswith("passed")


@pytest.mark.parametrize(
    ("pong", "expected"),
    [
        (Replied({}), "passed"),
        (Replied({"_meta": {}}), "passed"),
        (Replied({"pong": True}), "failed: the result is not empty: ['pong']"),
        (Replied("pong"), "failed: the result is not empty: ['pong']"),
        (LATE, "failed: the server did not answer within 5 s"),
    ],
)
def test_the_answer_to_a_ping_is_empty(pong, expected):
    assert because(life_capabilities.ping, examinee(NOVEMBER), pong)["LIFE-06"].startswith(expected)


def lists(known, *reactions):
    if known.answer == Replied({}):
        known = known._replace(answer=Replied({"capabilities": {}}))
    return because(life_capabilities.lists, known, reactions)


@pytest.mark.parametrize("answer", [Replied("hello"), Replied({"capabilities": []})], ids=repr)
def test_who_declares_nothing_readable_hides_nothing(answer):
    known = examinee(NOVEMBER, "tools")._replace(answer=answer)
    found = lists(known, Replied({"tools": []}), Replied({"resources": [{}]}), error(-32601))
    assert found["LIFE-11"] == "not_verified: the server has not said what it declares"


def test_what_went_down_with_a_declared_list_is_not_hidden():
    gone = Disconnected("exited with code 1")
    rulings, _ = fed(life_capabilities.lists(examinee(NOVEMBER, "tools")), (gone, gone, gone))
    assert rulings["LIFE-11"].entailed_by == ("LIFE-10",)
    rulings, _ = fed(life_capabilities.lists(examinee(NOVEMBER)), (gone, gone, gone))
    assert rulings["LIFE-11"].entailed_by == ()


def test_what_is_declared_is_listed_and_nothing_else():
    known = examinee(MODERN, "tools", "prompts")
    found = lists(known, Replied({"tools": [1]}), error(-32601), Replied({"prompts": []}))
    assert found["LIFE-10"] == "passed: the server lists what it declares: tools, prompts"
    assert found["LIFE-11"] == "passed: nothing is hidden behind: resources"


@pytest.mark.parametrize(
    ("revision", "values", "expected"),
    [
        (MODERN, ["a"], "failed: completions is not declared, and `completion/complete` has 1 entries"),
        (MODERN, [], "passed: nothing is hidden behind: tools, resources, completions"),
        ("2024-11-05", None, "passed: nothing is hidden behind: tools, resources"),
    ],
)  # fmt: skip
def test_a_server_that_completes_declares_it(revision, values, expected):
    known = examinee(revision, "prompts")
    prompt = {"name": "p", "arguments": [{"name": "a"}]}
    known = known._replace(surface=known.surface._replace(prompts=(prompt,)))
    completed = () if values is None else (Replied({"completion": {"values": values}}),)
    found = lists(known, error(-32601), error(-32601), Replied({"prompts": [prompt]}), *completed)
    assert found["LIFE-11"] == expected


def test_a_result_without_a_list_is_none():
    known = examinee(MODERN, "tools")
    found = lists(known, Replied({}), Replied({}), Replied({"prompts": [{}]}))
    assert found["LIFE-10"] == (
        "failed: tools is declared, and to `tools/list` the server gave a result without a list "
        "of tools"
    )
    assert found["LIFE-11"] == "failed: prompts is not declared, and `prompts/list` has 1 entries"


def test_a_server_that_declares_nothing_lists_nothing():
    found = lists(examinee(MODERN), error(-32601), error(-32601), LATE)
    assert found["LIFE-10"].startswith("not_applicable")
    assert found["LIFE-11"] == (
        "failed: prompts is not declared, and `prompts/list` got no answer: the server did not "
        "answer within 5 s"
    )


def test_an_answer_that_cannot_be_read_is_not_called_silence():
    found = lists(examinee(MODERN), error(-32601), error(-32601), Garbage("an error object"))
    assert found["LIFE-11"].startswith(
        "failed: prompts is not declared, and `prompts/list` got an answer that is none: the server "
    )


def test_who_said_nothing_about_capabilities_hides_none():
    known = examinee(MODERN)._replace(answer=error(-32601, 404))
    assert lists(known, *[error(-32601)] * 3)["LIFE-11"].startswith("not_verified")
    everything = examinee(MODERN, "tools", "resources", "prompts")
    assert lists(everything, LATE, LATE, LATE)["LIFE-11"].startswith("not_applicable")


def with_prompts(known, *prompts):
    return known._replace(surface=known.surface._replace(prompts=prompts))


@pytest.mark.parametrize(
    ("prompt", "ref", "argument"),
    [
        ({"name": "p", "arguments": [{"name": "a"}]}, "p", "a"),
        ({"name": "p", "arguments": ["a"]}, "p", None),
        ({"name": "p"}, "mcptest_no_such_prompt", "argument"),
        ({"name": "p", "arguments": 5}, "mcptest_no_such_prompt", "argument"),
    ],
)
def test_a_completion_fits_a_prompt_where_there_is_one(prompt, ref, argument):
    known = with_prompts(examinee(MODERN, "completions", "logging"), prompt)
    _, (together,) = fed(life_capabilities.utilities(known), (Replied({}),))
    (request,) = together.steps
    assert request.params["ref"]["name"] == ref
    assert request.params["argument"]["name"] == argument


def test_declared_methods_are_known():
    known = examinee(NOVEMBER, "completions", "logging")
    found = because(life_capabilities.utilities, known, (error(-32602), LATE))
    assert found["LIFE-12"] == "failed: to `logging/setLevel`, the server did not answer within 5 s"
    found = because(life_capabilities.utilities, known, (error(-32602), Replied({})))
    assert found["LIFE-12"] == "passed: the server knows completion/complete, logging/setLevel"
    assert because(life_capabilities.utilities, examinee())["LIFE-12"].startswith("not_applicable")


def test_what_only_clients_have_is_noted():
    rule = life_capabilities.own_side
    assert rule(examinee(MODERN, "roots"), ())["LIFE-17"].because == "the server declares roots"
    assert rule(examinee(MODERN), ())["LIFE-17"].status == "passed"


@pytest.mark.parametrize(
    ("address", "at_once", "unasked", "then", "expected"),
    [
        (STDIO, Accepted(), SILENCE, Replied({}), "passed: the server stayed silent, and answered"),
        (STDIO, Accepted(), SILENCE, GONE, "failed: the server closed the connection"),
        (
            STDIO,
            Accepted(),
            Overheard(({"message": {"id": None, "error": {"code": -32600}}},)),
            Replied({}),
            "failed: the server answered with JSON-RPC error -32600",
        ),
        (LOOPBACK, error(-32600, 400), SILENCE, replied(), "passed"),
    ],
)
def test_a_stray_cancellation_is_ignored(address, at_once, unasked, then, expected):
    known = examinee(NOVEMBER, address=address)
    probe = life_utilities.stray_cancellation
    found = because(probe, known, SILENCE, at_once, then, unasked)
    assert found["LIFE-15"].startswith(expected)


LOG = {"notification": "notifications/message"}


def exchange(connection, step, *others, message=None):
    sent = {"step": step} if message is None else {"step": step, "message": message}
    return Exchange(Key("x", None, connection, 1), sent, Replied({}), 0.0, others)


def log_ruling(*exchanges):
    return life_unasked.logs(examinee(NOVEMBER), exchanges)["LIFE-14"].status


def test_log_messages_are_for_servers_that_declare_them():
    chatty = exchange(1, "Request", LOG)
    assert log_ruling(chatty) == "failed"
    assert log_ruling(exchange(1, "Request", {"notification": "notifications/other"})) == "passed"
    declared = life_unasked.logs(examinee(NOVEMBER, "logging"), [chatty])
    assert declared["LIFE-14"].status == "passed"


def test_nobody_is_asked_for_what_was_not_declared():
    requests = ({"request": "roots/list"}, {"request": "ping"})
    asked = exchange(1, "Request", *requests, message={"id": 1, "method": "tools/list"})
    found = life_unasked.requests(examinee(NOVEMBER), [asked])["LIFE-13"]
    assert found.because == "the server sent `roots/list` while answering `tools/list`"
    params = {"capabilities": {"roots": {}}}
    hello = exchange(1, "Request", message={"id": 0, "method": "initialize", "params": params})
    assert life_unasked.requests(examinee(NOVEMBER), [hello, asked])["LIFE-13"].status == "passed"


def test_a_modern_server_without_a_hello_is_known_by_its_answers():
    listed = Replied({"resultType": "complete", "tools": []})
    script = greet(MODERN, "0")
    (found, answer, _), steps = fed(script, error(-32601), (listed, LATE, error(-32601)))
    assert found.capabilities == {"tools": {}}
    assert answer == error(-32601)
    assert isinstance(steps[1], Together)
    said = Replied({"resultType": "complete", "capabilities": {"logging": {}}})
    (found, _, flaw), _ = fed(greet(MODERN, "0"), said, (listed, LATE, LATE))
    assert flaw == "replied, but without a list of supportedVersions"
    assert found.capabilities == {"logging": {}}
    (found, *_), _ = fed(greet(MODERN, "0"), Replied([]), (listed, LATE, LATE))
    assert found.capabilities == {"tools": {}}


def test_a_legacy_server_is_not_taken_for_a_modern_one():
    plain = Replied({"tools": []})
    found, _ = fed(greet(MODERN, "0"), error(-32601), (plain, plain, error(-32601)))
    assert isinstance(found, NotSpoken)
    found, _ = fed(greet(MODERN, "0"), LATE)
    assert isinstance(found, NotSpoken)


def test_a_hello_that_does_not_name_the_revision_is_still_one():
    (found, *_), _ = fed(greet(NOVEMBER, "0"), hello(None), Accepted())
    assert found.era.version == NOVEMBER
    for other in (hello("2099-01-01"), Replied({}), error(-32601)):
        assert isinstance(fed(greet(NOVEMBER, "0"), other)[0], NotSpoken)


def meetings(**answers):
    """The transcript of a server that gives these answers to `initialize`, and knows no more."""
    for revision, answer in answers.items():
        sent = {"step": "Request"}
        yield Exchange(Key(meeting(revision), None, 1, 1), sent, answer, 0.0)
        yield Exchange(Key(meeting(revision), None, 1, 2), sent, Accepted(), 0.0)


def test_a_server_that_does_not_settle_on_what_it_offers_speaks_nothing():
    swapped = {JUNE: hello(NOVEMBER), NOVEMBER: hello(JUNE), MODERN: Replied({})}
    swapped[MODERN] = Replied({"resultType": "complete", "supportedVersions": [MODERN]})
    selection = Selection(only=("ERA-01",))
    found = examine(list(meetings(**swapped)), ExamConfig(selection), RunPart(), "0")
    assert found.spoken == (MODERN,)
    for revision, other in ((JUNE, NOVEMBER), (NOVEMBER, JUNE)):
        ((_, ruling, _),) = found.results[revision]
        assert ruling.because == (
            f"the server replied in {other}, which it does not settle on when asked"
        )
        assert ruling.status == "failed"


def test_what_may_never_be_answered_is_not_waited_for_longer_than_the_server_needs():
    script = life_hello.beginnings(met(NOVEMBER)._replace(patience_s=6.0))
    ping = next(script)
    assert (ping.method, ping.timeout_s) == ("ping", 6.0)
    script.send(TimedOut(6))  # a list
    script.send(TimedOut(5))  # a new connection
    empty = script.send(Opened())
    assert (empty.params, empty.timeout_s) == ({}, 6.0)
