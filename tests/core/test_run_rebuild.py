"""A transcript gives back the run; half a transcript never gives a whole one."""

import json

import pytest
from pure_server import VERSION, PureServer, manifest_of, run_everything

from mcptest_action.core.authoring.mock.faults import with_flaky_hints
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.mock.revisions import Era
from mcptest_action.core.checks.probes.catalogue import REVIEWS
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.document import run_document
from mcptest_action.core.checks.run.ended import WITHOUT_HELLO, Ended, ended_in
from mcptest_action.core.checks.run.feed import Feeder
from mcptest_action.core.checks.run.rebuild import NothingToRebuild, Rebuilt, rebuild
from mcptest_action.core.checks.suite.allot import for_one
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange.handshake import Choice
from mcptest_action.core.protocol.exchange.reaction import (
    Closed,
    Disconnected,
    HttpAnswer,
    HttpStatus,
    Opened,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Fresh, Request, Together
from mcptest_action.core.protocol.surface.collect import NO_TOOLS, collect_again
from mcptest_action.core.protocol.transcript.lines import (
    Exchange,
    Key,
    cut_off,
    exchange_line,
    header_line,
    read_transcript,
)

# Feeding.
# What looks back at all that was said says something else of less.
LOOKING_BACK = {review.id for review in REVIEWS}


def exchange(check, step, reaction, tool=None):
    return Exchange(Key(check, tool, 1, step), {"step": "Request"}, reaction, 1.0)


def asks(*steps):
    """A script that returns what it was told."""
    told = []
    for step in steps:
        told += [(yield step)]
    return told


ASK = Request("tools/list")
A, B, C = Replied("a"), Replied("b"), Replied("c")


def test_scripts_that_were_interleaved_are_fed_their_own():
    feeder = Feeder(
        [exchange("x", 1, A), exchange("y", 1, B), exchange("x", 2, C), exchange("x", 1, B, "tool")]
    )
    assert feeder.feed(asks(ASK, ASK), "x") == [A, C]
    assert feeder.feed(asks(ASK), "y") == [B]
    assert feeder.feed(asks(ASK), "x", "tool") == [B]
    assert feeder.has("x", "tool")
    assert not feeder.has("x", "other")


def test_steps_made_together_are_fed_in_the_order_they_were_made():
    feeder = Feeder(
        [exchange("x", 1, A), exchange("x", 4, C), exchange("x", 2, B), exchange("x", 3, A)]
    )
    assert feeder.feed(asks(ASK, Together((ASK, ASK)), ASK), "x") == [A, (B, A), C]


def test_of_several_attempts_the_last_one_counts():
    feeder = Feeder(
        [exchange("x", 1, A), exchange("x", 2, A), exchange("x", 1, B), exchange("x", 2, C)]
    )
    assert feeder.feed(asks(ASK, ASK), "x") == [B, C]


@pytest.mark.parametrize(
    ("recorded", "missing"),
    [([], 1), ([1], 2), ([1, 3, 4], 2), ([1, 2, 4], 3), ([2, 3, 4], 1), ([1, 2, 3], 4)],
)
def test_a_step_that_is_missing_anywhere_cuts_the_script_off(recorded, missing):
    feeder = Feeder([exchange("x", number, A) for number in recorded])
    fed = feeder.feed(asks(ASK, Together((ASK, ASK)), ASK), "x")
    assert fed == Ended(f"the transcript is not complete: x lacks step {missing}")
    on = Feeder([]).feed(asks(ASK), "x", "search")
    assert on == Ended("the transcript is not complete: x on search lacks step 1")


def test_a_script_that_asks_nothing_needs_no_transcript():
    assert Feeder([]).feed(asks(), "x") == []


def test_the_reason_of_a_cut_stands_in_the_transcript():
    assert ended_in([exchange("x", 1, A)]) is None
    assert ended_in([exchange("x", 1, A), cut_off("interrupted")]) == Ended("interrupted")
    assert ended_in([exchange("cut_off", 1, A), exchange("x", 1, Closed("no"))]) is None
    header, read = read_transcript(header_line({}) + exchange_line(cut_off("late")), "x")
    assert (header["type"], ended_in(read)) == ("header", Ended("late"))


# Rebuilding.


def crash_on(check):
    def spoil(step, key):
        return (
            Disconnected("exited with code 3")
            if key.check == check and isinstance(step, CallTool)
            else None
        )

    return spoil


RUNS = {
    "demo, modern": (preset("demo"), Era.MODERN, None, RunConfig()),
    "demo, legacy": (preset("demo"), Era.LEGACY, None, RunConfig()),
    "lenient": (preset("lenient"), Era.BOTH, None, RunConfig(deep_scan=True)),
    "hostile": (preset("hostile"), Era.BOTH, None, RunConfig(choice=Choice.LEGACY)),
    "crashing": (preset("demo"), Era.BOTH, crash_on("wrong_type"), RunConfig(deep_scan=True)),
}


def recorded(name):
    """The exchanges of a run as a transcript gives them back, and the record that it had."""
    manifest, era, spoil, config = RUNS[name]
    config = config._replace(skip=("oversized",))
    server = PureServer(manifest, era=era, spoil=spoil or (lambda _step, _key: None))
    record = run_everything(server, config)
    text = header_line({}) + "".join(map(exchange_line, server.exchanges))
    return read_transcript(text, "x")[1], record, config


@pytest.mark.parametrize("name", RUNS)
def test_a_transcript_gives_back_the_run(name):
    exchanges, record, config = recorded(name)
    run = rebuild(exchanges, config, VERSION)
    assert isinstance(run, Rebuilt)
    assert run.record == record
    assert run.record.incomplete == ""
    assert run.unstable == ()
    again = rebuild(exchanges, config, VERSION)
    assert json.dumps(run_document(run)) == json.dumps(run_document(again))


@pytest.mark.untraced
@pytest.mark.parametrize("name", RUNS)
def test_a_transcript_that_is_cut_anywhere_is_never_a_whole_run(name):
    exchanges, record, config = recorded(name)
    for length in range(len(exchanges)):
        run = rebuild(exchanges[:length], config, VERSION)
        if isinstance(run, NothingToRebuild):
            assert length < 3
            continue
        document = run_document(run)
        assert document["incomplete"], f"cut after {length} of {len(exchanges)}"
        assert run.record.results, "one result for each probe, run or not"
        assert document["summary"]["total"] == len(run.record.results)
        kept = [
            r
            for r in run.record.results
            if r.ruling.status is Status.PASSED and r.check not in LOOKING_BACK
        ]
        assert all(result in record.results for result in kept), "what was found out stays"


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["demo, modern", "crashing"])
def test_a_transcript_with_a_hole_is_never_a_whole_run(name):
    exchanges, _, config = recorded(name)
    for hole in range(len(exchanges)):
        run = rebuild((*exchanges[:hole], *exchanges[hole + 1 :]), config, VERSION)
        assert isinstance(run, NothingToRebuild) or run.record.incomplete, exchanges[hole].key


def test_what_was_done_before_the_cut_is_kept_and_the_rest_says_why_not():
    exchanges, record, config = recorded("demo, modern")
    at = next(
        n
        for n, e in enumerate(exchanges)
        if e.key.check == "wrong_type" and e.key.tool == "get_record"
    )
    run = rebuild((*exchanges[:at], cut_off("the run was interrupted")), config, VERSION)
    assert run.record.incomplete == "the run was interrupted"
    rulings = {r.id: r.ruling for r in run.record.results}
    assert rulings["missing_required:get_record"].status is Status.PASSED
    assert rulings["wrong_type:get_record"].because == "cut off: the run was interrupted"
    assert rulings["null_argument:get_record"].because == "not sent: the run was interrupted"
    assert len(rulings) == len(record.results)


def test_a_cut_before_the_turn_of_a_tool_makes_no_arguments_for_it():
    """What was in flight may have reached the server, so it is not called "not sent"."""
    exchanges, record, config = recorded("demo, modern")
    at = next(n for n, e in enumerate(exchanges) if e.key.check == "missing_required")
    run = rebuild((*exchanges[:at], cut_off("late")), config, VERSION)
    assert run.record.incomplete == "late"
    rulings = [r.ruling for r in run.record.results if r.check == "missing_required"]
    said = [ruling.because for ruling in rulings if ruling.status is Status.INCONCLUSIVE]
    assert said == ["cut off: late", *["not sent: late"] * (len(said) - 1)]
    assert len(run.record.results) == len(record.results)


def test_a_cut_after_the_last_answer_is_still_a_cut():
    exchanges, _, config = recorded("demo, modern")
    run = rebuild((*exchanges, cut_off("too late")), config, VERSION)
    assert run.record.incomplete == "too late"


def test_a_cut_while_reconnecting_and_one_in_the_deep_scan_are_told():
    exchanges, _, config = recorded("crashing")
    for check in ("reconnect", "active_probe_read_tools_honor_their_schema"):
        numbers = [n for n, e in enumerate(exchanges) if e.key.check == check]
        if not numbers:
            continue
        run = rebuild((*exchanges[: numbers[0]], cut_off("late")), config, VERSION)
        assert run.record.incomplete == "late"


def test_a_cut_in_the_deep_scan_ends_it():
    server = PureServer(preset("demo"))
    config = RunConfig(deep_scan=True, only=("unknown_tool",))
    manifest = server.mock.manifest
    bare = [t for t in manifest.tools if t.name == "search_records"]
    listed = {**bare[0].listed, "inputSchema": {"type": "object"}}
    server = PureServer(manifest._replace(tools=(bare[0]._replace(listed=listed),)))
    run_everything(server, config)
    at = next(n for n, e in enumerate(server.exchanges) if e.key.check == active.ACTIVE_PROBE)
    run = rebuild(server.exchanges[:at], config, VERSION)
    assert (
        run.record.incomplete
        == f"the transcript is not complete: {active.ACTIVE_PROBE} on search_records lacks step 1"
    )
    assert run.record.active_probe.ran is False


def test_without_a_hello_there_is_nothing():
    assert rebuild([], RunConfig(), VERSION) == NothingToRebuild("the server never said hello")
    assert rebuild([cut_off("late")], RunConfig(), VERSION) == NothingToRebuild("late")
    silent = [
        exchange("handshake", 1, HttpStatus(HttpAnswer(404, {}), "<html>")),
        exchange("handshake", 2, TimedOut(1)),
    ]
    assert rebuild(silent, RunConfig(), VERSION) == NothingToRebuild("the server never said hello")


SUITE = "tools:\n  - {name: search, tool: search_records, args: {query: x}}\n"


@pytest.mark.parametrize("text", ["", SUITE], ids=["probes", "a suite"])
def test_who_answers_without_a_hello_has_a_run_in_which_nothing_was_sent(text):
    suites = (for_one(load_suite(text, "suite.yml", {}), ""),) if text else ()
    refused = [
        exchange("handshake", 1, RpcError(-32601, "x")),
        exchange("handshake", 2, TimedOut(1)),
    ]
    run = rebuild(refused, RunConfig(suites=suites), VERSION)
    assert run.record.ended == WITHOUT_HELLO
    document = run_document(run)
    assert document["protocol"] is None
    assert document["incomplete"] == WITHOUT_HELLO.because
    assert document["summary"]["passed"] == document["summary"]["failed"] == 0
    assert document["safety"]["calls"] == 0
    undecided = [t["because"] for t in document["tests"] if t["status"] == "inconclusive"]
    assert undecided
    assert set(undecided) == {f"not sent: {WITHOUT_HELLO.because}"}


@pytest.mark.parametrize(("choice", "era"), [(Choice.MODERN, "modern"), (Choice.LEGACY, "legacy")])
def test_who_was_asked_for_one_era_only_may_understand_the_other(choice, era):
    refused = [exchange("handshake", 1, RpcError(-32601, "x"))]
    run = rebuild(refused, RunConfig(choice=choice), VERSION)
    assert run.record.incomplete == (
        f"the server said no hello of the {era} era, and no other was asked for; no tool was called"
    )


def test_a_server_that_said_hello_and_no_more_is_a_run_without_tools():
    exchanges, _, config = recorded("demo, modern")
    run = rebuild([e for e in exchanges if e.key.check == "handshake"], config, VERSION)
    assert run.surface.tools == ()
    assert run.surface.server["name"] == "records"
    assert run.record.incomplete.startswith("the transcript is not complete: ")


def with_second(first, reactions):
    """A whole transcript whose second connection went like this."""
    rest = [e for e in first if e.key.check != "restart"]
    return [*rest, *(exchange("restart", n, r) for n, r in enumerate(reactions, 1))]


@pytest.mark.parametrize(
    ("reactions", "problem"),
    [
        ([], "the server was not listed on a second connection"),
        ([Unreachable("gone")], "the server did not answer on a second connection: it could not be opened"),
        ([Opened(), TimedOut(1)], "the server did not answer on a second connection: server/discover (2026-07-28): did not answer within 1 s"),
        ([Opened()], "the transcript is not complete: restart lacks step 2"),
    ],
    ids=["not tried", "not opened", "no hello", "cut off"],
)  # fmt: skip
def test_without_a_second_listing_the_run_is_not_complete(reactions, problem):
    exchanges, _, config = recorded("demo, modern")
    run = rebuild(with_second(exchanges, reactions), config, VERSION)
    assert run.record.incomplete == problem


def test_declarations_that_change_with_a_restart_are_told():
    exchanges, _, config = recorded("demo, modern")
    other = PureServer(with_flaky_hints(preset("demo"), 2), era=Era.MODERN)
    run_everything(other, config)
    second = [e.reaction for e in other.exchanges if e.key.check == "restart"]
    run = rebuild(with_second(exchanges, second), config, VERSION)
    assert run.record.incomplete == ""
    assert [tool for tool, _ in run.unstable] == ["search_records"]
    assert run_document(run)["unstable_declarations"] == [
        {
            "tool": "search_records",
            "because": "readOnlyHint was true, and on a new connection it is false",
        }
    ]


def test_a_surface_that_could_not_be_listed_is_not_complete():
    def spoil(step, key):
        broken = (
            isinstance(step, Request) and step.method == "prompts/list" and key.check == "surface"
        )
        return TimedOut(1) if broken else None

    server = PureServer(spoil=spoil)
    run_everything(server)
    run = rebuild(server.exchanges, RunConfig(), VERSION)
    assert run.record.incomplete == "prompts/list: the server did not answer within 1 s"


def test_fresh_is_a_step_like_any_other():
    assert Feeder([exchange("x", 1, Opened())]).feed(asks(Fresh()), "x") == [Opened()]


def without_tools(*, at_first):
    """The exchanges of a server that declares no tools: from the start, or when started again."""
    server = PureServer(manifest_of(), era=Era.LEGACY)

    def spoil(step, key):
        method = getattr(step, "method", "")
        if method.endswith("/list"):
            return Replied({method.removesuffix("/list"): []})
        if method != "initialize":
            return None
        gone = at_first or key.check == "restart"
        declared = {"prompts": {}} if gone else {"tools": {}}
        return Replied({"protocolVersion": "2025-11-25", "capabilities": declared})

    server.spoil = spoil
    run_everything(server, restart=False)
    server.run(collect_again(server.era, VERSION), "restart")
    return server.exchanges


def test_a_server_need_not_have_tools():
    run = rebuild(without_tools(at_first=True), RunConfig(), VERSION)
    assert run.record.incomplete == ""
    assert run_document(run)["capabilities"] == ["prompts"]


def test_tools_that_are_no_longer_declared_are_missed():
    run = rebuild(without_tools(at_first=False), RunConfig(), VERSION)
    assert run.record.incomplete == NO_TOOLS
