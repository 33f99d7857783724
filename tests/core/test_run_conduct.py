"""A run against servers that hang, break, forget and leak; no process, and no time passes."""

import pytest
from pure_server import VERSION, PureServer, manifest_of, run_everything

from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.mock.revisions import Era
from mcptest_action.core.checks.probes.catalogue import REVIEWS
from mcptest_action.core.checks.results.ruling import Skip, Status
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.ended import MOST_BREAKS, Ended, Endurance
from mcptest_action.core.checks.run.model import Rejection
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY, NEWEST_MODERN
from mcptest_action.core.protocol.exchange.handshake import Hello, NoHello, reconnect
from mcptest_action.core.protocol.exchange.pump import watched
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    NotSent,
    Opened,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import NO_SUCH, CallTool, Fresh, Together
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed

HANG, CRASH = TimedOut(1), Disconnected("exited with code 3")
CALL = CallTool("find", {})


def when(reaction, *, check=None, tool=None, step=CallTool, number=None):
    """Spoil the steps of this kind that belong to the check and tool."""

    def spoil(asked, key):
        fits = (
            isinstance(asked, step)
            and check in (None, key.check)
            and tool in (None, key.tool)
            and number in (None, key.step)
        )
        return reaction if fits else None

    return spoil


def by_id(record):
    return {result.id: result.ruling for result in record.results}


def run(spoil=lambda _step, _key: None, config=None, manifest=None, **more):
    server = PureServer(manifest, spoil=spoil, **more)
    record = run_everything(server, config)
    return server, record


def reconnects(server):
    return len({e.key.tool for e in server.exchanges if e.key.check == "reconnect"})


def test_a_tool_that_hangs_once_is_left_alone_and_the_run_goes_on():
    server, record = run(when(HANG, check="wrong_type", tool="get_record"))
    rulings = by_id(record)
    assert rulings["wrong_type:get_record"].status is Status.FAILED
    assert rulings["extra_field:get_record"].status is Status.INCONCLUSIVE
    assert (
        rulings["extra_field:get_record"].because
        == "not sent: the tool did not answer an earlier request"
    )
    assert rulings["wrong_type:search_records"].status is Status.PASSED
    assert (record.incomplete, reconnects(server)) == ("", 1)
    checks = [e.key.check for e in server.exchanges if e.key.tool == "get_record"]
    assert checks[-1] == "wrong_type"


def test_a_second_hang_ends_the_run():
    server, record = run(when(HANG), RunConfig(only=("unknown_tool", "missing_required")))
    assert record.incomplete == "2 tools or requests were never answered, so no more were tried"
    assert [name for name in server.calls if not name.startswith(NO_SUCH)] == ["create_record"]
    left = [r for r in record.results if r.ruling.status is Status.INCONCLUSIVE]
    assert left
    assert left[-1].ruling.because == f"not sent: {record.incomplete}"


def test_a_connection_that_breaks_again_and_again_ends_the_run():
    server, record = run(when(CRASH))
    assert record.incomplete == f"the connection broke {MOST_BREAKS} times, so no more was tried"
    assert len(server.calls) == MOST_BREAKS
    assert reconnects(server) == MOST_BREAKS - 1
    calling = {e.key.check for e in server.exchanges if e.sent["step"] == "CallTool"}
    assert Status.PASSED not in {r.ruling.status for r in record.results if r.check in calling}


def test_a_connection_that_breaks_is_opened_again_in_the_same_era():
    for era, version in ((Era.LEGACY, NEWEST_LEGACY), (Era.MODERN, NEWEST_MODERN)):
        server, record = run(when(CRASH, check="wrong_type", tool="get_record"), era=era)
        hello = "initialize" if version is NEWEST_LEGACY else "server/discover"
        said = [e for e in server.exchanges if e.key.check == "reconnect"]
        assert [e.sent["step"] for e in said[:2]] == ["Fresh", "Request"]
        assert said[1].sent["message"]["method"] == hello
        assert record.incomplete == ""
        assert by_id(record)["extra_field:get_record"].status is Status.PASSED


@pytest.mark.parametrize(
    ("reaction", "said"),
    [
        (Unreachable("connection refused"), "it could not be reached"),
        (None, "initialize (2025-11-25): did not answer within 1 s"),
    ],
    ids=["nobody there", "no hello"],
)
def test_a_server_that_does_not_come_back_ends_the_run(reaction, said):
    def spoil(step, key):
        if key.check == "reconnect":
            if isinstance(step, Fresh):
                return reaction
            return HANG
        return CRASH if key.check == "unknown_tool" else None

    _, record = run(spoil, era=Era.LEGACY)
    assert record.incomplete == f"the server did not come back on a new connection: {said}"
    checks = [r.check for r in record.results]
    later = record.results[checks.index("unknown_tool") + 1 :]
    reviews = {review.id for review in REVIEWS}
    left = {r.ruling.status for r in later if r.check not in reviews}
    assert left == {Status.INCONCLUSIVE, Status.SKIPPED}


def test_a_lost_session_is_a_failure_and_a_new_one_is_opened():
    lost = RpcError(-32001, "Session not found", None, HttpAnswer(404, {}))
    server, record = run(when(lost, check="missing_required", tool="get_record"))
    assert by_id(record)["missing_required:get_record"].status is Status.FAILED
    assert reconnects(server) == 1


def test_reconnect_says_hello_in_the_era_it_spoke_before():
    script = reconnect(NEWEST_LEGACY, VERSION)
    assert next(script) == Fresh()
    assert script.send(Opened()).method == "initialize"
    script = reconnect(NEWEST_MODERN, VERSION)
    next(script)
    assert script.send(Opened()).method == "server/discover"
    with pytest.raises(StopIteration) as done:
        script.send(Replied({"resultType": "complete", "supportedVersions": ["2026-07-28"]}))
    assert isinstance(done.value.value, Hello)


def test_reconnect_gives_up_where_nobody_is():
    script = reconnect(NEWEST_LEGACY, VERSION)
    next(script)
    with pytest.raises(StopIteration) as done:
        script.send(Unreachable("connection refused"))
    assert done.value.value == NoHello((), Unreachable("connection refused"))


def test_endurance_counts_hangs_by_tool_and_breaks_by_task():
    endurance = Endurance()
    assert (
        endurance.note("a", [Replied(1), RpcError(1, "x"), HttpStatus(HttpAnswer(500, {}), "")])
        is False
    )
    assert endurance.note("a", [HANG]) is True
    assert endurance.note("a", [HANG, HANG]) is True
    assert (endurance.hung, endurance.end) == ({"a"}, None)
    assert endurance.note("b", [Garbage("x"), CRASH]) is True
    assert endurance.note(None, [CRASH]) is True
    assert endurance.end is None
    endurance.note("c", [CRASH])
    assert endurance.end == Ended("the connection broke 5 times, so no more was tried")
    endurance.note(None, [HANG])
    assert endurance.end == Ended("2 tools or requests were never answered, so no more were tried")


def test_a_tool_that_hangs_on_what_is_heavy_may_bear_the_rest():
    endurance = Endurance()
    assert endurance.note("a", [HANG], taxing=True) is True
    assert endurance.hung == set()
    _, record = run(when(HANG, check="oversized", tool="get_record"))
    rulings = by_id(record)
    assert rulings["oversized:get_record"].status is Status.FAILED
    assert rulings["repeated_call:get_record"].status is Status.PASSED


def test_watching_a_script_changes_nothing_and_forgets_nothing():
    def script():
        one = yield Fresh()
        two = yield Together((CALL, CALL))
        return one, two

    log = []
    seen = watched(script(), log)
    assert next(seen) == Fresh()
    assert seen.send(HANG) == Together((CALL, CALL))
    with pytest.raises(StopIteration) as done:
        seen.send((CRASH, Opened()))
    assert done.value.value == (HANG, (CRASH, Opened()))
    assert log == [(Fresh(), HANG), (CALL, CRASH), (CALL, Opened())]


# What a run remembers.


def test_a_call_that_worked_before_the_bad_requests_must_work_after_them():
    worn = when(RpcError(-32603, "worn out"), check="alive_after_error")
    _, record = run(worn)
    assert by_id(record)["alive_after_error:get_record"].status is Status.FAILED


def test_a_call_that_never_worked_need_not_work_at_the_end():
    def spoil(step, key):
        if isinstance(step, CallTool) and key.check in {"repeated_call", "alive_after_error"}:
            return RpcError(-32000, "no such record")
        return None

    _, record = run(spoil)
    assert by_id(record)["alive_after_error:get_record"].status is Status.PASSED


TRACE = RpcError(-32603, "Traceback (most recent call last):")


def test_error_texts_of_all_probes_are_read():
    _, record = run(when(TRACE, check="null_argument", tool="search_records"))
    assert by_id(record)["error_leaks_internals"].status is Status.FAILED


def test_error_texts_that_nobody_may_see_are_not_read():
    secret = {"name": "fetch", "annotations": {"readOnlyHint": True}, "input_schema": {"type": "object"},
              "_meta": {"mcp.dev/resultSensitivity": "restricted"}}  # fmt: skip
    config = RunConfig(deep_scan=True, only=("fetch",))
    _, record = run(when(TRACE), config, manifest_of(secret))
    assert by_id(record)["error_leaks_internals"].skip == Skip.NOT_APPLICABLE


def test_a_tool_without_valid_arguments_is_passed_over_and_leaves_time_to_stop():
    odd = {"name": "fetch", "annotations": {"readOnlyHint": True},
           "input_schema": {"type": "object", "required": ["x"], "properties": {"x": False}}}  # fmt: skip
    server, record = run(manifest=manifest_of(odd))
    assert by_id(record)["missing_required:fetch"].skip == Skip.NO_SAMPLE
    assert not [e for e in server.exchanges if e.key.tool == "fetch"]


GONE = RpcError(-32603, "the database is gone")


def test_a_server_on_which_nothing_works_is_found_out():
    def spoil(step, _key):
        return GONE if isinstance(step, CallTool) else None

    _, record = run(spoil)
    assert by_id(record)["only_internal_errors"].status is Status.FAILED
    assert record.hopeless == "every call, valid ones included, got an internal error"


def test_one_call_that_works_is_hope_also_where_nobody_may_see_it():
    secret = {"name": "fetch", "annotations": {"readOnlyHint": True}, "input_schema": {"type": "object"},
              "_meta": {"mcp.dev/resultSensitivity": "restricted"}}  # fmt: skip

    def spoil(step, _key):
        return GONE if isinstance(step, CallTool) and step.name != "fetch" else None

    _, record = run(spoil, manifest=manifest_of(secret, {**secret, "name": "find", "_meta": {}}))
    assert by_id(record)["only_internal_errors"].status is Status.PASSED
    assert not record.hopeless


def test_bad_requests_alone_do_not_prove_that_nothing_works():
    def spoil(step, _key):
        return GONE if isinstance(step, CallTool) else None

    presumed = {"name": "get_it", "input_schema": {"type": "object", "required": ["a"],
                "properties": {"a": {"type": "string"}}}}  # fmt: skip
    _, record = run(spoil, manifest=manifest_of(presumed))
    assert by_id(record)["only_internal_errors"].status is Status.FAILED
    assert not record.hopeless


@pytest.mark.parametrize(
    ("config", "is_there"),
    [
        (RunConfig(), True),
        (RunConfig(only=("error_leaks_internals",)), True),
        (RunConfig(only=("get_record",)), True),
        (RunConfig(only=("wrong_type",)), False),
        (RunConfig(skip=("error_leaks_internals",)), False),
    ],
)
def test_a_review_can_be_chosen_like_a_probe(config, is_there):
    _, record = run(config=config)
    assert ("error_leaks_internals" in by_id(record)) is is_there


def test_without_calls_only_the_list_is_asked_for():
    server, record = run(
        config=RunConfig(execution=ExecutionPolicy(calls=Calls.NONE), deep_scan=True)
    )
    assert server.calls == []
    passed = [r.id for r in record.results if r.ruling.status is Status.PASSED]
    assert passed == ["alive_after_error"]
    assert record.active_probe.ruling.because == "calls are switched off"


def test_what_a_used_up_budget_leaves_is_inconclusive():
    server, record = run(config=RunConfig(execution=ExecutionPolicy(max_calls=3)))
    assert len(server.calls) == 3
    left = [r for r in record.results if "budget" in r.ruling.because]
    assert {r.ruling.status for r in left} == {Status.INCONCLUSIVE}
    assert record.incomplete == ""


# The deep scan.


def reader(name, properties=None, **annotations):
    return {
        "name": name,
        "input_schema": {
            "type": "object",
            "properties": properties or {},
            "required": list(properties or {}),
        },
        "annotations": annotations or {"readOnlyHint": True},
    }


FOUR = manifest_of(*(reader(name) for name in ("a", "b", "c", "d")))
DEEP = RunConfig(deep_scan=True, only=("unknown_tool",))


def attempted(server):
    return [e.key.tool for e in server.exchanges if e.key.check == active.ACTIVE_PROBE]


def test_the_deep_scan_is_off_unless_it_is_asked_for():
    server, record = run()
    assert attempted(server) == []
    assert record.active_probe == active.not_run("the deep scan is off")
    assert record.active_probe.ran is False
    assert record.active_probe.ruling.skip == Skip.NOT_APPLICABLE


def test_the_deep_scan_makes_three_calls_at_most():
    server, record = run(config=DEEP, manifest=FOUR)
    assert attempted(server) == ["a", "b", "c"]
    assert record.active_probe.attempted == 3
    assert record.active_probe.ran is True
    assert record.active_probe.ruling.status is Status.PASSED
    assert record.active_probe.ruling.because == "3 calls, none of them rejected by the protocol"


def test_the_deep_scan_calls_only_what_reads_with_arguments_that_leave_no_choice():
    manifest = manifest_of(
        reader("free", {"q": {"type": "string"}}),
        reader("writes", readOnlyHint=False, idempotentHint=False),
        reader("wipes", destructiveHint=True),
        reader("create_it", openWorldHint=False),
        {**reader("no_schema"), "input_schema": 7},
        reader("switch", {"on": {"type": "boolean"}}),
        reader("unit", {"unit": {"enum": ["metric"]}}),
        reader("get_presumed", openWorldHint=False),
    )
    server, record = run(config=DEEP, manifest=manifest)
    assert attempted(server) == ["switch", "unit", "get_presumed"]
    assert record.active_probe.hits == ()


def test_the_deep_scan_begins_where_it_can_show_most_however_tools_are_listed():
    tools = [
        reader("a_nothing"),
        reader("b_by_number", {"number": {"type": "integer"}}),
        reader("c_shapes", {"code": {"type": "string", "pattern": "^[A-Z]{3}$"}, "n": {"type": "integer"}}),
        reader("d_lists", {"unit": {"enum": ["metric"]}}),
        reader("e_lists_two", {"unit": {"enum": ["metric"]}, "on": {"type": "boolean"}}),
    ]  # fmt: skip
    for listed in (tools, tools[::-1]):
        server, _ = run(config=DEEP, manifest=manifest_of(*listed))
        assert attempted(server) == ["e_lists_two", "d_lists", "c_shapes"]
    server, _ = run(config=DEEP, manifest=manifest_of(*tools[:2]))
    assert attempted(server) == ["b_by_number", "a_nothing"]


def test_a_protocol_error_is_a_hit():
    spoil = when(RpcError(-32602, "invalid_params"), check=active.ACTIVE_PROBE, tool="b")
    _, record = run(spoil, DEEP, FOUR)
    probe = record.active_probe
    assert probe.ruling.status is Status.FAILED
    assert probe.ruling.because == "rejected arguments that their own schema allows: b"
    assert probe.hits == (
        Rejection("b", "the server answered with JSON-RPC error -32602: invalid_params"),
    )
    assert probe.attempted == 3


@pytest.mark.parametrize(
    ("reaction", "note"),
    [
        (Replied({"isError": True, "content": [{"text": "no such unit"}]}), "a answered with a tool error: no such unit"),
        (CRASH, "a: the server closed the connection: exited with code 3"),
        (HttpStatus(HttpAnswer(404, {}), ""), "a: the server answered with HTTP status 404"),
        (RpcError(-32000, "slow down", None, HttpAnswer(429, {})), "a: the server answered with JSON-RPC error -32000: slow down"),
        (HANG, "a: the server did not answer within 1 s"),
    ],
    ids=["tool error", "crash", "404", "429", "hang"],
)  # fmt: skip
def test_what_is_no_protocol_error_is_noted_and_no_hit(reaction, note):
    _, record = run(when(reaction, check=active.ACTIVE_PROBE, tool="a"), DEEP, FOUR)
    probe = record.active_probe
    assert (probe.ruling.status, probe.hits, probe.attempted) == (Status.PASSED, (), 3)
    assert probe.ruling.because.endswith(f"; {note}")


def test_a_crash_in_the_deep_scan_fails_the_run():
    server, record = run(when(CRASH, check=active.ACTIVE_PROBE, tool="a"), DEEP, FOUR)
    ruling = by_id(record)[f"{active.ACTIVE_PROBE}:a"]
    assert (ruling.status, ruling.because) == (
        Status.FAILED, "the server closed the connection: exited with code 3",
    )  # fmt: skip
    assert reconnects(server) == 1
    assert attempted(server) == ["a", "b", "c"]


def test_a_server_that_is_gone_is_not_scanned_on():
    def spoil(step, key):
        if key.check == "reconnect":
            return Unreachable("connection refused")
        return CRASH if key.check == active.ACTIVE_PROBE and isinstance(step, CallTool) else None

    server, record = run(spoil, DEEP, FOUR)
    assert attempted(server) == ["a"]
    assert record.incomplete.startswith("the server did not come back")


def test_a_run_that_has_ended_is_not_scanned():
    def spoil(_step, key):
        return (
            Unreachable("connection refused")
            if key.check in {"unknown_tool", "reconnect"}
            else None
        )

    server, record = run(spoil, DEEP, FOUR)
    assert attempted(server) == []
    assert record.active_probe.ruling.because.startswith(
        "the run had ended: the server did not come back"
    )


def test_a_tool_that_hung_before_is_not_scanned():
    config = RunConfig(deep_scan=True, only=("repeated_call",))
    server, _ = run(when(HANG, check="repeated_call", tool="a"), config, FOUR)
    assert attempted(server) == ["b", "c", "d"]


def test_what_was_never_sent_was_not_attempted():
    config = DEEP._replace(execution=ExecutionPolicy(max_calls=2))
    server, record = run(config=config, manifest=FOUR)
    assert len(server.calls) == 2
    assert record.active_probe.attempted == 1
    none = DEEP._replace(execution=ExecutionPolicy(max_calls=1))
    _, record = run(config=none, manifest=FOUR)
    assert record.active_probe.ruling.skip == Skip.NOT_APPLICABLE
    assert record.active_probe.ran is False
    assert NotSent in {type(e.reaction) for e in server.exchanges}


@pytest.mark.parametrize(
    ("only", "skip", "expected"),
    [
        ((), ("a", "b"), ["c", "d"]),
        (("c",), (), ["c"]),
        (("unknown_tool",), (), ["a", "b", "c"]),
        (("unknown_tool", "d"), (), ["d"]),
        (("a",), ("a",), []),
    ],
)
def test_the_deep_scan_keeps_to_the_tools_that_were_chosen(only, skip, expected):
    server, _ = run(config=RunConfig(deep_scan=True, only=only, skip=skip), manifest=FOUR)
    assert attempted(server) == expected


def test_the_deep_scan_calls_each_name_once_and_none_without_a_name():
    manifest = manifest_of(reader("a"), reader("a"), reader("b"))
    config = DEEP._replace(execution=ExecutionPolicy(presumed=Presumed.EXECUTE))
    server, _ = run(config=config, manifest=manifest)
    assert attempted(server) == ["a", "b"]


def test_nothing_to_scan_is_not_applicable():
    manifest = manifest_of(reader("free", {"q": {"type": "string"}}))
    _, record = run(config=DEEP, manifest=manifest)
    assert (
        record.active_probe.ruling.because
        == "no tool that reads could be called with strictly typed arguments"
    )
    assert record.active_probe.ruling.skip == Skip.NOT_APPLICABLE


def test_error_texts_of_the_deep_scan_are_read():
    config = RunConfig(deep_scan=True, only=("error_leaks_internals",))
    _, record = run(when(TRACE, check=active.ACTIVE_PROBE), config, FOUR)
    assert by_id(record)["error_leaks_internals"].status is Status.FAILED


def test_the_demo_survives_everything():
    for era in (Era.LEGACY, Era.MODERN):
        _, record = run(era=era, manifest=preset("demo"), config=RunConfig(deep_scan=True))
        assert {r.ruling.status for r in record.results} == {Status.PASSED, Status.SKIPPED}
