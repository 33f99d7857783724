"""A gate on a server that rejects every valid call, and on sound ones whose calls fail as well."""

import json
import sys

import pytest
from conftest import FIXTURES
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate

REJECTING = [sys.executable, str(FIXTURES / "servers" / "rejecting.py")]
POLICIES = {
    "default": "",
    "critical findings": "security.critical_count, max: 0",
    "many failures": "run.failed, max: 1000",
}
SAYS = "nothing works: every call that a schema allows was rejected: get_rate, get_units, list_rows"


def gated(kind, policy, tmp_path):
    words = []
    if POLICIES[policy]:
        rule = f'version: "1.0"\nrules: [{{id: a, fact: {POLICIES[policy]}}}]\n'
        (tmp_path / "p.yml").write_text(rule)
        words = ["--policy", "p.yml"]
    return gate("--server-command", " ".join([*REJECTING, kind]), *words, cwd=tmp_path)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("protocol", "JSON-RPC error -32602: Invalid params"),
        ("validation", "a tool error: Input validation error: Invalid arguments for tool get_rate"),
        ("unknown", "JSON-RPC error -32602: Unknown tool: get_rate"),
    ],
)
def test_a_server_that_rejects_everything_is_red_under_every_policy(kind, said, policy, tmp_path):
    done = gated(kind, policy, tmp_path)
    assert done.code == 1, done.stdout
    assert f"{SAYS} (get_rate with {said})" in done.stdout
    run = done.run
    assert (run["nothing_works"], run["upstream"]["rejected"]) == (True, 3)
    assert {test["skip_reason"] for test in done.of_check("repeated_call")} == {"call_rejected"}
    assert (run["summary"]["failed"], run["summary"]["inconclusive"]) == (0, 0)
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", ["one_works", "absent", "absent_rpc"])
def test_one_call_that_works_or_a_thing_that_is_not_there_is_no_reason(kind, policy, tmp_path):
    done = gated(kind, policy, tmp_path)
    assert done.code == 0, done.stdout
    run = done.run
    assert (run["nothing_works"], run["nothing_works_because"]) == (False, None)
    assert (run["incomplete"], run["summary"]["inconclusive"]) == (None, 0)
    assert run["upstream"]["rejected"] == 2
    assert "not verified  valid calls were answered with errors only: get_" in done.stdout


def test_an_error_that_clients_cannot_read_is_found_without_conformance(tmp_path):
    server = f"{sys.executable} {FIXTURES / 'servers' / 'structured_errors.py'}"
    done = gate("--server-command", server, "--conformance", "off", cwd=tmp_path)
    findings = json.loads((done.out / "security.json").read_text())["findings"]
    (found,) = [one for one in findings if one["rule"].startswith("PRB")]
    assert (found["rule"], found["severity"], found["kind"]) == ("PRB-008", "medium", "defect")
    assert found["subject"]["name"] == "look_up"
    assert found["because"] == (
        "the structuredContent of its error breaks its outputSchema: 'meaning' is a required "
        "property"
    )
