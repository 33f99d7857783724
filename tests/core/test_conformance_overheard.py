"""Every message once, wherever a transcript holds it; and what servers may not say unasked."""

import pytest
from examinees import MODERN, NOVEMBER, examinee, fed, in_words

from mcptest_action.core.checks.conformance.checks import (
    base_cancelled,
    life_progress,
    life_unasked,
    life_undeclared,
    subscriptions_unasked,
)
from mcptest_action.core.checks.conformance.overheard import as_overheard
from mcptest_action.core.checks.conformance.traffic import meanwhile, part
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    NotSent,
    Opened,
    Overheard,
    Replied,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.safety.withhold import WITHHELD


def did(step, reaction, *others, connection=1, number=1, check="x", **sent):
    return Exchange(
        Key(check, None, connection, number), {"step": step, **sent}, reaction, 0.0, others
    )


def asked(method, *others, reaction=None, message_id=1, number=1, connection=1, **params):
    message = {"id": message_id, "method": method, "params": params}
    return did(
        "Request", reaction or Replied({}), *others,
        message=message, number=number, connection=connection,
    )  # fmt: skip


def listened(*messages, connection=1, number=1):
    heard = [m if {"noise", "not_text"} & set(m) else {"message": m} for m in messages]
    return did("Listen", Overheard(tuple(heard)), connection=connection, number=number)


def notice(name, **params):
    return {"notification": f"notifications/{name}", **({"params": params} if params else {})}


def whole(name, **params):
    return {"method": f"notifications/{name}", "params": params or None}


def others_of(*exchanges):
    return [exchange.others for exchange in as_overheard(exchanges)]


LOG = notice("message", data="x")
BEGINNINGS = ("handshake", "surface", "restart", "reconnect", "2025-11-25/meet")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (LOG, whole("message", data="x")),
        (notice("a"), whole("a")),
        ({"answer_to": "'x'"}, {"id": "x", "result": {}}),
        ({"answer_to": "1", "error": -1}, {"id": 1, "error": {"code": -1}}),
        ({"answer_to": "1", "error": None}, {"id": 1, "error": {"code": "x"}}),
        ({"answer_to": "1", "error": None}, {"id": 1, "error": "x"}),
        ({"noise": "hello"}, {"noise": "hello"}),
        ({"not_text": "/w=="}, {"not_text": "/w=="}),
    ],
)
def test_what_stands_in_both_forms_was_said_once(entry, message):
    told = [(entry,), (), ()]
    assert others_of(asked("a", entry), listened(message), listened()) == told
    assert others_of(listened(message), asked("a", entry)) == [(entry,), ()], "it came before"
    assert others_of(listened(message), asked("a")) == [(entry,), ()], "nobody else noted it"
    assert others_of(asked("a", entry, entry), listened(message)) == [(entry, entry), ()]
    assert others_of(asked("a", entry), listened(message, message)) == [(entry,), (entry,)]


def test_what_was_heard_whole_completes_what_was_noted():
    cut = {"notification": "notifications/message", "params_left_out": True}
    assert others_of(asked("a", cut), listened(whole("message", data="x"))) == [(LOG,), ()]
    assert others_of(listened(whole("message", data="x")), asked("a", cut)) == [(LOG,), ()]
    request = {"id": 7, "method": "ping", "params": {"a": 1}}
    noted = {"request": "ping", "flaw": "x"}
    full = {"request": "ping", "id": "7", "params": {"a": 1}, "flaw": "x"}
    assert others_of(asked("a", noted), listened(request)) == [(full,), ()]


def test_the_same_words_are_a_new_message_once_something_was_sent():
    log = whole("message", data="x")
    told = [(LOG,), (), (LOG,)]
    assert others_of(listened(log), asked("a", number=2), asked("b", LOG, number=3)) == told
    # A new script begins with 1.
    first = did("Request", Replied({}), check="y")
    assert others_of(listened(log, number=7), first, asked("b", LOG, number=8)) == told


def test_what_is_sent_first_need_not_be_answered_first():
    log = whole("message", data="x")
    second, first = asked("b", number=3), asked("a", LOG, number=2)
    assert others_of(listened(log), second, first) == [(LOG,), (), ()]


@pytest.mark.parametrize(
    "between",
    [
        did("Hush", Accepted(), number=2),
        did("CallTool", NotSent("x", "no"), number=2),
        did("Request", Unreachable("x"), number=2),
    ],
)
def test_what_sends_nothing_notes_nothing(between):
    log = whole("message", data="x")
    found = others_of(listened(log), between, asked("a", LOG, number=3), asked("b", LOG, number=4))
    assert found == [(LOG,), (), (), (LOG,)]


def test_progress_after_a_subscription_was_listened_to_is_not_merged_into_earlier_progress():
    """LIFE-16 would miss the second report, which goes no further than the first."""
    report = whole("progress", progressToken="t", progress=1)
    ask = asked("a", number=1, reaction=TimedOut(1), **TOKEN)
    later = asked("c", progress(1), number=4)
    seen = as_overheard([ask, listened(report, number=2), asked("b", number=3), later])
    assert progress_ruling(*seen) == "failed: the progress of `a` went from 1 to 1"


def test_messages_that_differ_are_two():
    other = whole("message", data="y")
    assert others_of(asked("a", LOG), listened(other)) == [(LOG,), (notice("message", data="y"),)]
    error = {"id": 1, "error": {"code": -1}}
    assert others_of(asked("a", {"answer_to": "1"}), listened(error)) == [
        ({"answer_to": "1"},), ({"answer_to": "1", "error": -1},),
    ]  # fmt: skip
    assert others_of(listened(other), asked("a", LOG)) == [(notice("message", data="y"),), (LOG,)]
    told = [({"more": 3},), (notice("a"),)]
    assert others_of(asked("a", {"more": 3}), listened(whole("a"))) == told
    elsewhere = others_of(asked("a", LOG), listened(whole("message", data="x"), connection=2))
    assert elsewhere == [(LOG,), (LOG,)]


def test_what_nobody_may_see_and_what_is_no_entry_is_left_out():
    hidden = Overheard(({WITHHELD: {"length": 3}}, "?"))
    assert others_of(did("Listen", hidden), asked("a", "?", LOG)) == [(), (LOG,)]


def test_what_arrives_with_a_new_connection_is_put_where_it_came():
    late = {**LOG, "connection": 1}
    fresh = did("Fresh", Opened(), late, connection=2)
    assert others_of(asked("a"), fresh, asked("b", connection=2)) == [(late,), (), ()]
    assert others_of(asked("a", LOG), fresh) == [(LOG, late), ()]
    for unknown in ({**LOG, "connection": 9}, {**LOG, "connection": []}):
        assert others_of(asked("a"), did("Fresh", Opened(), unknown, connection=2))[1] == (unknown,)


def test_what_is_as_it_should_be_stays_the_same():
    exchange = asked("a", LOG)
    assert as_overheard([exchange])[0] is exchange


@pytest.mark.parametrize(
    ("exchange", "when"),
    [
        (asked("tools/list"), "while answering `tools/list`"),
        (did("Notify", Accepted(), message={"method": "a/b"}), ""),
        *((did("Http", Accepted(), check=name), "") for name in BEGINNINGS),
        (did("Http", Accepted(), check="2025-11-25/lists"), "while answering an HTTP request"),
        (did("Http", Accepted()), "while answering an HTTP request"),
        (did("Raw", Accepted()), "after a raw message"),
        (listened(), "when nothing was asked"),
        (did("Close", Closed("")), "before the connection ended"),
    ],
)
def test_when_something_came(exchange, when):
    assert meanwhile(exchange) == when


def test_what_a_notification_causes_reads_the_same_wherever_it_is_noted():
    ready = {"message": {"method": "notifications/initialized"}}
    listing = did("Request", Replied({}), LOG, number=3, check="surface")
    later = asked("tools/list", LOG, number=4)
    early = did("Notify", Accepted(), LOG, number=2, check="handshake", **ready)
    said = "failed: the server sent a log message"
    known = examinee(NOVEMBER)
    for seen in ((early,), (listing,), (early, listing), (listing, later)):
        found = life_unasked.logs(known, seen)["LIFE-14"]
        assert in_words({"LIFE-14": found})["LIFE-14"] == said
        assert found.shown == seen
    found = life_unasked.logs(known, (later,))
    assert in_words(found)["LIFE-14"] == f"{said} while answering `tools/list`"


def test_a_part_of_nothing_is_nothing():
    assert part({"a": {"b": 1}}, "a", "b") == 1
    assert part([], "a", "b") is None


# LIFE-16

TOKEN = {"_meta": {"progressToken": "t"}}


def progress(value, of="t"):
    return notice("progress", progressToken=of, progress=value)


def progress_ruling(*exchanges):
    return in_words(life_progress.progress_review(examinee(NOVEMBER), exchanges))["LIFE-16"]


REPORTED = Overheard(({"message": {"method": "notifications/progress"}},))


@pytest.mark.parametrize(("during", "more"), [(Overheard(()), 0), (REPORTED, 1)])
def test_progress_is_asked_for_and_waited_for_where_there_was_some(during, more):
    known = examinee(NOVEMBER, "tools")
    answers = (Overheard(()), Replied({}), during, Replied({}), *[Overheard(())] * more)
    rulings, steps = fed(life_progress.progress(known), *answers)
    assert rulings == {}
    assert steps[1].params == {"_meta": {"progressToken": "mcptest-progress"}}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((progress(1), progress(1.5)), "passed: every report was of a running request, and further than the last"),
        ((progress(1), progress(1)), "failed: the progress of `a` went from 1 to 1"),
        (
            (progress(10**90), progress(10**90)),
            f"failed: the progress of `a` went from 1{'0' * 79} to 1{'0' * 79}",
        ),
        ((progress(True), progress("5")), "passed: every report was of a running request, and further than the last"),
        ((progress(1, of="x"),), "failed: the server reported progress for the token 'x' while answering `a`, which no request had"),
        ((notice("progress"), progress(None)), "passed: every report was of a running request, and further than the last"),
    ],
)  # fmt: skip
def test_progress_goes_up_for_who_asked_for_it(others, expected):
    assert progress_ruling(asked("a", *others, **TOKEN)) == expected


def test_over_http_progress_may_come_behind_the_answer_on_its_stream():
    late = {**progress(2), "late": True}
    assert progress_ruling(asked("a", progress(1), late, **TOKEN)) == LATE


def test_only_who_was_called_with_a_token_reports_no_progress():
    none = "not_applicable: asked for it in calls of 1 tool, the server reported no progress"
    assert progress_ruling(asked("tools/call", LOG, **TOKEN)) == none
    tools = ({"name": "writes", "inputSchema": {"type": "object"}},)
    known = examinee(NOVEMBER, "tools", tools=tools)
    found = in_words(life_progress.progress_review(known, [asked("tools/list", **TOKEN)]))
    free = "not_verified: no tool is declared read-only, may be called and has a usable schema"
    assert found["LIFE-16"] == free
    assert progress_ruling(asked("a")) == "not_applicable: the server does not declare tools"


LATE = "failed: the server reported progress of `a` after it had answered it"


@pytest.mark.parametrize(
    ("request_", "after", "expected"),
    [
        (asked("a", **TOKEN), asked("b", progress(1), number=2), LATE),
        (asked("a", **TOKEN), asked("b", progress(1), connection=2), "failed: the server reported"),
        (asked("a", reaction=TimedOut(1), **TOKEN), asked("b", progress(1), number=2), "passed"),
        (asked("a", reaction=Accepted(), **TOKEN), asked("b", progress(1), number=2), "passed"),
        (asked("a", reaction=Replied({"task": {"taskId": "1"}}), **TOKEN), asked("b", progress(1), number=2), "passed"),
        # Sent at once: the first noted what came for the second.
        (asked("a", number=2, **TOKEN), asked("b", progress(1), number=1), "passed"),
        (asked("b", progress(1)), asked("a", number=2, **TOKEN), "passed"),
    ],
)  # fmt: skip
def test_progress_ends_with_the_answer(request_, after, expected):
    assert progress_ruling(request_, after).startswith(expected)


def test_a_token_may_be_used_again():
    again = asked("a", progress(1), **TOKEN)
    assert progress_ruling(again, again).startswith("passed")


# LIFE-21 and LIFE-22


@pytest.mark.parametrize(
    ("method", "needed"),
    [
        ("tools/list_changed", "tools.listChanged"),
        ("resources/updated", "resources.subscribe"),
        ("tasks/status", "tasks"),
    ],
)
def test_nobody_is_told_of_what_was_not_declared(method, needed):
    known, told = examinee(NOVEMBER, "tools"), asked("a", notice(method))
    found = in_words(life_undeclared.declared(known, [told]))
    assert (
        found["LIFE-21"]
        == found["LIFE-22"]
        == (
            f"failed: the server sent `notifications/{method}` while answering `a`, and has not "
            f"declared `{needed}`"
        )
    )
    name, _, feature = needed.partition(".")
    capabilities = {name: {feature: True}}
    declares = known._replace(hello=known.hello._replace(capabilities=capabilities))
    assert life_undeclared.declared(declares, [told])["LIFE-21"].status == "passed"


def test_an_elicitation_ends_where_there_can_be_one():
    told = asked("a", notice("elicitation/complete", elicitationId="1"))
    found = in_words(life_undeclared.declared(examinee(NOVEMBER), [told]))["LIFE-21"]
    assert found.endswith("and the client has not declared `elicitation`")
    hello = asked("initialize", capabilities={"elicitation": {}})
    assert life_undeclared.declared(examinee(NOVEMBER), [hello, told])["LIFE-21"].status == "passed"


def test_who_has_not_said_what_it_declares_is_not_held_to_it():
    makeshift = examinee(NOVEMBER, "tools")._replace(answer=Replied({"protocolVersion": "?"}))
    undeclared = "not_verified: the server has not said what it declares"
    changed = asked("a", notice("tools/list_changed"), LOG)
    found = in_words(life_undeclared.declared(makeshift, [changed]))
    assert set(found.values()) == {undeclared}
    assert in_words(life_unasked.logs(makeshift, [changed])) == {"LIFE-14": undeclared}
    quiet = [asked("a")]
    assert life_undeclared.declared(makeshift, quiet)["LIFE-21"].status == "passed"
    assert life_unasked.logs(makeshift, quiet)["LIFE-14"].status == "passed"
    # What the client has said is known.
    ended = notice("elicitation/complete", elicitationId="1")
    found = in_words(life_undeclared.declared(makeshift, [changed, asked("a", ended)]))["LIFE-21"]
    assert found == (
        "failed: the server sent `notifications/elicitation/complete` while answering `a`, and "
        "the client has not declared `elicitation`"
    )


# BASE-23


def test_a_server_cancels_only_what_it_asked():
    def ruling(*others):
        return in_words(base_cancelled.own_requests(examinee(NOVEMBER), [asked("a", *others)]))

    cancelled = notice("cancelled", requestId=7)
    assert ruling() == {"BASE-23": "not_applicable: the server cancelled nothing"}
    assert ruling(cancelled)["BASE-23"] == (
        "failed: the server cancelled 7 while answering `a`, a request that it never made"
    )
    own = {"request": "sampling/createMessage", "id": "7"}
    assert ruling(own, cancelled)["BASE-23"].startswith("passed")


# SUB-06


@pytest.mark.parametrize(
    ("filtered", "method", "status"),
    [
        ({"toolsListChanged": True}, "tools/list_changed", "passed"),
        ({"toolsListChanged": True}, "subscriptions/acknowledged", "passed"),
        ({"toolsListChanged": True, "moods": True}, "prompts/list_changed", "failed"),
        ([], "tools/list_changed", "failed"),
        (None, "subscriptions/acknowledged", "failed"),
        (None, "message", "passed"),
    ],
)
def test_changes_are_told_to_who_listens(filtered, method, status):
    listen = asked("subscriptions/listen", reaction=Accepted(), notifications=filtered)
    before = [] if filtered is None else [listen]
    told = asked("a", notice(method))
    rule = subscriptions_unasked.unasked
    assert rule(examinee(MODERN), [*before, told])["SUB-06"].status == status
    if status == "failed":
        assert rule(examinee(MODERN), [told])["SUB-06"].because == (
            f"the server sent `notifications/{method}` while answering `a`, and nobody listened to "
            "that"
        )
