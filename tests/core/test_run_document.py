"""`run.json`: what it says, and that it keeps its published schema."""

import json

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from pure_server import VERSION, PureServer, run_everything

from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.checks.probes.catalogue import PROBES
from mcptest_action.core.checks.probes.model import Aim
from mcptest_action.core.checks.results.ruling import HELD_BACK, Status
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.document import run_document
from mcptest_action.core.checks.run.measured import latency_of
from mcptest_action.core.checks.run.rebuild import rebuild
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Leaving,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Close, Fresh
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy

SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/run.schema.json").read_text())


def document_of(config=None, manifest=None, spoil=lambda _step, _key: None, **more):
    config = config or RunConfig()
    server = PureServer(manifest, spoil=spoil)
    run_everything(server, config, **more)
    document = run_document(rebuild(server.exchanges, config, VERSION))
    Draft202012Validator(SCHEMA).validate(document)
    return document, server


def test_the_numbers_add_up():
    document, server = document_of()
    summary = document["summary"]
    assert (
        summary["total"] == sum(summary[str(status)] for status in Status) == len(document["tests"])
    )
    bad = {probe.id for probe in PROBES if probe.negative_path}
    of_bad = [t for t in document["tests"] if t["check"] in bad]
    ran = [t for t in of_bad if t["status"] != "skipped"]
    assert document["negative_path"] == {
        "planned": len(ran), "checks_run": len(ran), "failures": 0, "gate_passed": 1, "breaks": 0,
        "held_back": len([t for t in of_bad if t["skip_reason"] in HELD_BACK]),
        "tools_probed": len(set(server.calls) & {t["tool"] for t in document["tests"]}),
    }  # fmt: skip
    assert document["safety"]["calls"] == len(server.calls)
    held = [t for t in document["tests"] if t["skip_reason"] == "destructive"]
    assert document["safety"]["refused"] == len(held) > 0
    assert document["incomplete"] is None
    assert document["source"] is None
    assert document["server"] == {"name": "records", "version": "1.0.0"}
    assert document["protocol"] == {"era": "modern", "version": "2026-07-28"}


def test_ids_are_unique():
    document, _ = document_of(RunConfig(deep_scan=True))
    ids = [test["id"] for test in document["tests"]]
    assert len(set(ids)) == len(ids)


def test_the_time_of_a_test_is_that_of_its_exchanges():
    document, server = document_of()
    test = next(t for t in document["tests"] if t["id"] == "repeated_call:get_record")
    spent = [
        e.elapsed_ms
        for e in server.exchanges
        if e.key.check == "repeated_call" and e.key.tool == "get_record"
    ]
    assert (len(spent), test["duration_ms"]) == (2, sum(spent))
    skipped = next(t for t in document["tests"] if t["status"] == "skipped")
    assert skipped["duration_ms"] == 0


def test_a_lenient_server_fails_the_negative_path():
    document, _ = document_of(manifest=preset("lenient"))
    path = document["negative_path"]
    assert path["gate_passed"] == 0
    assert 0 < path["failures"] < path["checks_run"]
    failed = {t["check"] for t in document["tests"] if t["status"] == "failed"}
    assert failed >= {
        "unknown_tool",
        "missing_required",
        "wrong_type",
        "extra_field",
        "null_argument",
    }
    assert failed >= {"out_of_range", "wrong_arguments_container", "concurrent_calls"}


def test_nothing_run_is_no_passed_gate():
    document, _ = document_of(RunConfig(execution=ExecutionPolicy(calls=Calls.NONE)))
    because = "calls are switched off (--calls none)"
    assert document["negative_path"] == {"planned": 0, "because": because}
    assert document["upstream"] == {"because": "no tool got a valid call", "tools": []}
    assert document["safety"]["calls"] == 0


def test_only_tools_that_something_was_sent_to_count_as_probed():
    """Of these calls, all but the last go to tools that do not exist."""
    calls = 1 + sum(probe.aim is Aim.NO_TOOL for probe in PROBES)
    document, _ = document_of(RunConfig(execution=ExecutionPolicy(max_calls=calls)))
    assert document["negative_path"]["tools_probed"] == 1
    assert document["safety"]["tools"] > 1
    nowhere = tuple(probe.id for probe in PROBES if probe.aim is Aim.NO_TOOL)
    document, _ = document_of(RunConfig(only=nowhere))
    assert document["negative_path"]["tools_probed"] == 0


def test_what_the_budget_refused_is_counted():
    document, _ = document_of(RunConfig(execution=ExecutionPolicy(max_calls=2)))
    assert document["safety"]["calls"] == 2
    assert document["safety"]["refused"] > 10


def test_what_is_held_back_and_stopped_at_the_last_door_is_counted_once():
    """After a break the guard is stricter than the plan was."""

    def spoil(step, key):
        broken = key.check == "unknown_tool" and isinstance(step, CallTool)
        return Disconnected("exited with code 3") if broken else None

    config = RunConfig(only=("unknown_tool", "wrong_type", "missing_required"))
    server = PureServer(spoil=spoil)
    manifest = server.mock.manifest
    server.spoil = lambda step, key: (
        setattr(server, "mock", server.mock._replace(manifest=stricter(manifest)))
        if isinstance(step, Fresh)
        else spoil(step, key)
    )
    run_everything(server, config)
    document = run_document(rebuild(server.exchanges, config, VERSION))
    skipped = [t for t in document["tests"] if t["skip_reason"] == "destructive"]
    assert {t["tool"] for t in skipped} == {"delete_record", "get_record"}
    assert document["safety"]["refused"] == len(skipped)


def stricter(manifest):
    """The same server, on which reading a record destroys it."""
    return manifest._replace(
        tools=tuple(
            tool._replace(listed={**tool.listed, "annotations": {"destructiveHint": True}})
            if tool.name == "get_record"
            else tool
            for tool in manifest.tools
        )
    )


@pytest.mark.parametrize(
    ("leaving", "breaks"),
    [(Leaving.BY_ITSELF, 0), (Leaving.TERMINATED, 0), (Leaving.KILLED, 1), (Leaving.EARLIER, 1), (None, 0)],
)  # fmt: skip
def test_a_server_that_must_be_killed_has_hung_and_one_that_had_gone_has_died(leaving, breaks):
    def spoil(step, _key):
        return Closed("…", leaving) if isinstance(step, Close) else None

    document, _ = document_of(spoil=spoil)
    assert document["negative_path"]["breaks"] == breaks
    assert [t for t in document["tests"] if t["check"] == "exits_when_closed"]


def test_noise_is_in_the_report():
    server = PureServer()
    run_everything(server)
    assert run_document(rebuild(server.exchanges, RunConfig(), VERSION))["noise"] is None
    first, *rest = server.exchanges
    noisy = [first._replace(others=({"noise": "Listening on 3000"}, {"noise": "x"})), *rest]
    document = run_document(rebuild(noisy, RunConfig(), VERSION))
    assert document["noise"] == {"lines": 2, "first": "Listening on 3000"}
    Draft202012Validator(SCHEMA).validate(document)


def test_a_selection_is_written_down():
    document, _ = document_of(RunConfig(only=("wrong_type",), skip=("get_record",)))
    assert document["selection"] == {"only": ["wrong_type"], "skip": ["get_record"]}
    assert {t["check"] for t in document["tests"]} == {"wrong_type"}


def test_an_unstable_result_is_marked_and_no_failure():
    counter = iter(range(100))

    def spoil(step, key):
        if key.check == "repeated_call" and isinstance(step, CallTool):
            return Replied({"content": [{"type": "text", "text": str(next(counter))}]})
        return None

    document, _ = document_of(spoil=spoil)
    tests = {t["id"]: t for t in document["tests"]}
    assert tests["repeated_call:get_record"]["unstable"] is True
    assert tests["repeated_call:get_record"]["status"] == "passed"
    assert tests["unknown_tool"]["unstable"] is False


def test_the_source_is_what_the_ci_system_says():
    document, _ = document_of(RunConfig(source={"repository": "a/b", "commit": "c0ffee"}))
    assert document["source"] == {"repository": "a/b", "commit": "c0ffee"}


INVALID = RpcError(-32602, "invalid_params")


def rejecting(tool, error=INVALID):
    def spoil(step, key):
        asked = isinstance(step, CallTool) and key.check == active.ACTIVE_PROBE and key.tool == tool
        return error if asked else None

    return spoil


def reader(name):
    tool = preset("demo").tools[0]
    listed = {**tool.listed, "name": name, "inputSchema": {"type": "object"}}
    return tool._replace(name=name, listed=listed)


def test_a_deep_scan_that_met_only_faults_behind_the_server_is_not_verified():
    manifest = preset("demo")._replace(tools=(reader("search"),))
    keyless = rejecting("search", RpcError(-32603, "Missing API key"))
    document, _ = document_of(RunConfig(deep_scan=True), manifest, keyless)
    probe = document["active_probe"]
    assert (probe["ran"], probe["attempted"], probe["rejected"]) == (True, 1, 0)
    assert probe["result"] == "not_verified"
    assert probe["because"].endswith("wants credentials: Missing API key")


def test_the_deep_scan_says_what_the_seed_says():
    manifest = preset("demo")._replace(tools=(reader("search"), reader("lookup")))
    document, _ = document_of(RunConfig(deep_scan=True), manifest, rejecting("search"))
    probe = document["active_probe"]
    assert probe["rule"] == "active_probe_read_tools_honor_their_schema"
    assert (probe["severity"], probe["weight"], probe["dimension"]) == (
        "medium",
        4,
        "Tool surface risk",
    )
    assert (probe["ran"], probe["attempted"], probe["rejected"], probe["result"]) == (
        True,
        2,
        1,
        "failed",
    )
    assert probe["evidence"] == {
        "hits": [
            {
                "toolName": "search",
                "outcome": "rejected_compliant_input",
                "detail": "the server answered with JSON-RPC error -32602: invalid_params",
            }
        ]
    }
    assert probe["remediation"].startswith("Either tighten the tool's inputSchema")


def test_a_deep_scan_that_did_not_run_is_not_applicable():
    """It has a result and a reason, and no number that a rule could hold."""
    probe = document_of()[0]["active_probe"]
    assert (probe["result"], probe["because"]) == ("not_applicable", "the deep scan is off")
    assert not probe.keys() & {"ran", "attempted", "rejected"}
    assert (probe["evidence"], probe["remediation"]) == ({"hits": []}, None)


def test_a_deep_scan_without_a_hit_passes():
    manifest = preset("demo")._replace(tools=(reader("search"),))
    probe = document_of(RunConfig(deep_scan=True), manifest)[0]["active_probe"]
    assert (probe["result"], probe["rejected"]) == ("passed", 0)


def test_an_incomplete_run_says_so():
    document, _ = document_of(restart=False)
    assert document["incomplete"] == "the server was not listed on a second connection"


@pytest.mark.parametrize("server", [{}, {"name": 7, "version": None}])
def test_a_server_without_a_name_has_none(server):
    made, _ = document_of()
    assert made["server"]["name"] == "records"
    run_config = RunConfig()
    pure = PureServer()
    run_everything(pure, run_config)
    run = rebuild(pure.exchanges, run_config, VERSION)
    document = run_document(run._replace(surface=run.surface._replace(server=server)))
    assert document["server"] == {"name": None, "version": None}


def timed(elapsed_ms, reaction):
    return Exchange(Key("x", None, 1, 1), {"step": "Request"}, reaction, elapsed_ms)


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([5.0], (5.0, 5.0, 5.0)),
        ([1.0, 2.0], (1.0, 2.0, 2.0)),
        ([3.0, 1.0, 2.0], (2.0, 3.0, 3.0)),
        ([float(n) for n in range(1, 101)], (50.0, 95.0, 100.0)),
        ([float(n) for n in range(1, 21)], (10.0, 19.0, 20.0)),
    ],
)
def test_latency_is_that_of_the_nearest_rank(times, expected):
    found = latency_of([timed(t, Replied(1)) for t in times], ["x"])
    assert tuple(found.values()) == expected
    assert list(found) == ["p50_ms", "p95_ms", "max_ms"]


def test_only_answers_have_a_latency():
    silent = [timed(1.0, TimedOut(1)), timed(2.0, Accepted()), timed(3.0, Disconnected("x"))]
    assert latency_of(silent, ["x"]) is None
    assert latency_of([*silent, timed(4.0, RpcError(1, "x"))], ["x"])["max_ms"] == 4.0


def test_the_start_of_a_process_is_no_latency():
    _, server = document_of(spoil=when_first_crash)
    slow = [
        e._replace(elapsed_ms=9000.0)
        if e.key.check in {"handshake", "restart", "reconnect", "conformance:x"}
        else e
        for e in server.exchanges
    ]
    slow.append(slow[-1]._replace(key=Key("lifecycle", None, 9, 1), elapsed_ms=9000.0))
    document = run_document(rebuild(slow, RunConfig(), VERSION))
    assert document["latency"]["max_ms"] < 9000


def when_first_crash(step, key):
    hit = isinstance(step, CallTool) and key.check == "unknown_tool"
    return Disconnected("exited with code 1") if hit else None


def test_a_run_without_answers_has_no_latency():
    server = PureServer()
    run_everything(server)
    run = rebuild(server.exchanges, RunConfig(), VERSION)
    quiet = [e for e in run.exchanges if not isinstance(e.reaction, Replied | RpcError)]
    document = run_document(run._replace(exchanges=tuple(quiet)))
    assert "latency" not in document
    Draft202012Validator(SCHEMA).validate(document)
