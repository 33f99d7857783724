"""Every probe against a server that passes it and one that fails it: over stdio and HTTP, both eras.

The sound server is the mock. The unsound ones are the mock with a fault, the mock that checks
nothing, and `fixtures/servers/unsound.py` with one fault per probe.
"""

import json

import pytest
from live_gate import (
    assert_artifacts_are_valid,
    assert_replay_is_the_same,
    gate,
    mock_target,
    unsound_target,
)
from patience import patiently

from mcptest_action.core.checks.probes.catalogue import CHECKS

IDS = {check.id for check in CHECKS}
UNSOUND_SERVER = "fixtures/servers/unsound.py"
TRANSPORTS = ("stdio", "http")
ERAS = ("legacy", "modern")
DEEP = {"MCPTEST_ENABLE_DEEP_SCAN": "true"}
# What the mock that checks nothing fails.
LENIENT = {
    "unknown_tool", "missing_required", "wrong_type", "extra_field", "null_argument", "out_of_range",
    "wrong_arguments_container", "concurrent_calls",
}  # fmt: skip
# The others each have a server of their own; where one probe must wear the server out, beside it.
UNSOUND = {
    "oversized": (),
    "repeated_call": (),
    "deep_nesting": (),
    "invalid_utf8_or_surrogate": (),
    "concurrent_calls": (),
    "cancelled_call": (),
    "exits_when_closed": (),
    "alive_after_error": ("missing_required",),
    "error_leaks_internals": ("missing_required",),
    "only_internal_errors": ("missing_required", "repeated_call"),
}
# What else a fault cannot but fail: a call of an unknown tool is among the concurrent calls, too.
BESIDE = {"unknown_tool": {"concurrent_calls"}}
# What is about a process of ours.
STDIO_ONLY = {"exits_when_closed"}
everywhere = [
    pytest.mark.parametrize("era", ERAS),
    pytest.mark.parametrize("transport", TRANSPORTS),
]


def only(*names):
    return [word for name in names for word in ("--only", name)]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_sound_server_passes_every_probe(transport, era, tmp_path):
    with mock_target(transport, "--preset", "demo", "--era", era) as server:
        done = gate(*server, "--protocol", era, "--deep-scan", cwd=tmp_path, env=DEEP)
    assert done.code == 0, done.stderr
    assert done.run["protocol"]["era"] == era
    assert done.run["incomplete"] is None
    assert {test["status"] for test in done.run["tests"]} == {"passed", "skipped"}
    passed = {test["check"] for test in done.run["tests"] if test["status"] == "passed"}
    asked = IDS - (STDIO_ONLY if transport == "http" else set())
    odd = passed.symmetric_difference(asked)
    assert not odd, f"`mcptest mock --preset demo` has to pass {odd}: does a tool of it apply?"
    assert done.run["negative_path"]["gate_passed"] == 1
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_server_that_checks_nothing_fails_what_checks_that(transport, era, tmp_path):
    with mock_target(transport, "--preset", "lenient", "--era", era) as server:
        done = gate(*server, "--protocol", era, cwd=tmp_path)
    verdict = json.loads((done.out / "verdict.json").read_text())
    outcomes = {rule["id"]: rule["outcome"] for rule in verdict["rules"]}
    assert outcomes["probes-passed"] == "warn", "the default policy warns of single probes"
    assert outcomes["requirements-are-met"] == "fail", "but to check arguments is a MUST"
    assert done.code == 1
    failed = {test["check"] for test in done.run["tests"] if test["status"] == "failed"}
    odd = failed.symmetric_difference(LENIENT)
    assert not odd, f"tests/test_probes_live.py: does LENIENT have to say this of {odd}?"
    assert done.run["negative_path"]["gate_passed"] == 0
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("probe", UNSOUND)
def test_a_server_with_one_fault_fails_the_probe_for_it(probe, transport, era, tmp_path):
    def runs(timeout_s):
        with unsound_target(transport, probe) as server:
            words = ("--protocol", era, "--timeout", f"{timeout_s}s", *only(probe, *UNSOUND[probe]))
            done = gate(*server, *words, cwd=tmp_path)
        assert done.run["protocol"]["era"] == era, done.stderr
        return done

    done = patiently(runs, 5)
    statuses = {test["status"] for test in done.of_check(probe)}
    if transport == "http" and probe in STDIO_ONLY:
        assert statuses == {"skipped"}
        return
    assert "failed" in statuses, f"{UNSOUND_SERVER} has to show the fault {probe}: {statuses}"
    assert "passed" not in statuses or probe in {"oversized", "repeated_call"}
    assert_artifacts_are_valid(done.out)


def test_every_probe_has_a_server_that_fails_it():
    missing = IDS - LENIENT - set(UNSOUND)
    assert not missing, (
        f"tests/test_probes_live.py: add {missing} to UNSOUND, or to LENIENT; see CONTRIBUTING.md"
    )
    assert LENIENT | set(UNSOUND) == IDS


@pytest.mark.parametrize("probe", sorted(LENIENT - set(UNSOUND)))
def test_one_fault_fails_one_probe(probe, tmp_path):
    """What the server overlooks is found, and nothing else is blamed for it."""
    with unsound_target("stdio", probe) as server:
        words = ("--skip", "oversized", "--conformance", "off")
        done = gate(*server, *words, cwd=tmp_path)
    failed = {test["check"] for test in done.run["tests"] if test["status"] == "failed"}
    others = failed - {probe} - BESIDE.get(probe, set())
    assert probe in failed, f"{UNSOUND_SERVER} has to show the fault {probe}"
    assert not others, f"narrow the fault {probe} in {UNSOUND_SERVER}, or add {others} to BESIDE"


def test_the_server_without_a_fault_passes(tmp_path):
    with unsound_target("stdio", "none") as server:
        done = gate(*server, cwd=tmp_path)
    assert {test["status"] for test in done.run["tests"]} == {"passed", "skipped"}
    passed = {test["check"] for test in done.run["tests"] if test["status"] == "passed"}
    assert passed == IDS, (
        f"add a tool to TOOLS in {UNSOUND_SERVER} that these apply to: {IDS - passed}"
    )


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_deep_scan_finds_a_tool_that_rejects_its_own_schema(transport, era, tmp_path):
    words = ("--deep-scan", "--protocol", era, *only("unknown_tool"))
    with unsound_target(transport, "active_probe") as server:
        done = gate(*server, *words, cwd=tmp_path, env=DEEP)
    probe = done.run["active_probe"]
    assert (probe["ran"], probe["attempted"], probe["rejected"], probe["result"]) == (
        True,
        1,
        1,
        "failed",
    )
    assert probe["evidence"]["hits"] == [
        {
            "toolName": "unit",
            "outcome": "rejected_compliant_input",
            "detail": "the server answered with JSON-RPC error -32602: invalid_params",
        }
    ]
    assert (
        "deep scan     failed: rejected arguments that their own schema allows: unit" in done.stdout
    )
    with unsound_target(transport, "none") as server:
        sound = gate(*server, *words, cwd=tmp_path, env=DEEP)
    assert sound.run["active_probe"]["result"] == "passed"
