"""One cause, one finding: what one artifact counts, no other artifact counts again."""

import json

import pytest
from conformance import running
from in_process import mcptest_text
from live_gate import (
    assert_artifacts_are_valid,
    assert_replay_is_the_same,
    gate,
    mock_target,
    unsound_target,
)
from mutable.mutations import wrappers as w


def read(done, name):
    return json.loads((done.out / f"{name}.json").read_text())


def failed_rows(done):
    return {
        row["id"]: row for row in read(done, "conformance")["checks"] if row["status"] == "failed"
    }


def counted(done):
    """The rules whose findings count, and those that refer to somebody else."""
    scan = read(done, "security")
    listed = len(scan["findings"]) + len(scan.get("referred", ()))
    assert sum(scan["counts"].values()) == scan["total_findings"] == listed
    causes = scan["defect_counts"], scan["exposure_counts"]
    assert sum(sum(each.values()) for each in causes) == len(scan["findings"])
    referred = {(entry["rule"], entry["see"]) for entry in scan.get("referred", ())}
    return {entry["rule"] for entry in scan["findings"]}, referred


def said(part):
    return json.dumps([part["sent"], part["reaction"]], sort_keys=True)


def assert_nothing_counts_twice(done):
    """What a failed probe rests on is no evidence of a failed check, unless it refers to it."""
    evidence = {
        said(shown): row["id"]
        for row in failed_rows(done).values()
        for where in row["revisions"].values()
        for shown in where.get("evidence", ())
    }
    own = [t for t in done.run["tests"] if t["status"] == "failed" and "see" not in t]
    lines = [line for line in done.lines if "sent" in line]
    for test in own:
        for line in lines:
            if (line["check"], line.get("tool")) == (test["check"], test["tool"]):
                assert said(line) not in evidence, (test["id"], evidence.get(said(line)))
    seen = {test["see"] for test in done.run["tests"] if "see" in test}
    assert seen <= failed_rows(done).keys(), "who refers to a check, refers to one that failed"
    rules, referred = counted(done)
    failed = failed_rows(done).keys() | {
        t["check"] for t in done.run["tests"] if t["status"] == "failed"
    }
    assert {see for _, see in referred} <= failed
    assert not rules & {rule for rule, _ in referred} - {"NET-004", "PRB-006"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_who_checks_nothing_is_told_each_thing_once(transport, tmp_path):
    with mock_target(transport, "--preset", "lenient") as server:
        done = gate(*server, cwd=tmp_path)
    assert done.code == 1
    assert {"TOOLS-07", "TOOLS-11", "TOOLS-12"} <= failed_rows(done).keys()
    assert "TOOLS-08" not in failed_rows(done), "it has no error that could have another code"
    rules, referred = counted(done)
    assert "PRB-006" not in rules
    assert {("PRB-006", "TOOLS-07"), ("PRB-006", "TOOLS-11")} <= referred
    assert "see           TOOLS-11: missing_required failed" in done.stdout
    assert_nothing_counts_twice(done)
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


def test_who_serves_foreign_pages_fails_one_check(tmp_path):
    with running("http", breaks=("HTTP-04", "HTTP-05", "HTTP-06")) as server:
        done = gate(*server, cwd=tmp_path)
    rows = failed_rows(done)
    assert "HTTP-04" in rows
    assert "HTTP-05" not in rows
    assert rows["HTTP-06"]["level"] == "SHOULD"
    rules, referred = counted(done)
    assert not rules & {"NET-001", "NET-002"}
    assert {("NET-001", "HTTP-04"), ("NET-002", "HTTP-06")} <= referred
    scan = read(done, "security")
    assert (scan["counts"]["high"], scan["defect_counts"]["high"]) == (1, 0)
    assert "see       HTTP-04: NET-001, 1 finding, counted there" in done.stdout
    assert_nothing_counts_twice(done)
    assert_replay_is_the_same(done.out, tmp_path)


def test_a_foreign_page_is_one_cause_in_every_revision(tmp_path):
    with running("http", breaks=("HTTP-04", "HTTP-05")) as server:
        document = examination(*server, cwd=tmp_path)
    assert failures(document) == ["HTTP-04"]


LISTS = {
    "error": (lambda: w.failing("tools/list", -32603, "the database is gone"), "LIFE-10"),
    "unknown": (lambda: w.unknown("tools/list"), "LIFE-10"),
    "malformed": (lambda: w.dropping("tools/list", "tools"), "BASE-08"),
    "prompts": (lambda: w.unknown("prompts/list"), "LIFE-10"),
}


@pytest.mark.parametrize("how", LISTS)
def test_a_list_that_cannot_be_had_is_one_failure(how, tmp_path):
    wrap, check = LISTS[how]
    with running("http", breaks=(wrap(),)) as server:
        document = examination(*server, cwd=tmp_path)
    assert failures(document) == [check]
    family = "PRMT" if how == "prompts" else "TOOLS"
    referring = [row["because"] for row in document["checks"] if f"see {check}" in row["because"]]
    assert len(referring) >= MANY
    rows = {row["id"]: row for row in document["checks"]}
    assert rows[f"{family}-01"]["because"] == f"see {check}, which has the same cause"


MANY = 2


def test_a_list_that_ends_the_process_is_one_failure(tmp_path):
    with mock_target("stdio", "--preset", "demo", "--fault", "disconnect@tools/list") as server:
        document = examination(*server, cwd=tmp_path)
    assert failures(document) == ["LIFE-10"]


def test_what_lacks_a_list_is_red_where_nobody_else_says_so(tmp_path):
    with running("http", breaks=(LISTS["error"][0](),)) as server:
        document = examination(*server, "--only", "TOOLS-02", cwd=tmp_path)
    assert failures(document) == ["TOOLS-02"]


@pytest.mark.parametrize(("name", "check"), [("SUB-01", "SUB-01"), ("SUB-02:never", "SUB-02")])
def test_a_subscription_that_is_none_is_one_failure(name, check, tmp_path):
    with running("stdio", breaks=(name,)) as server:
        assert failures(examination(*server, cwd=tmp_path)) == [check]


def examination(*words, cwd):
    file = cwd / "alone.json"
    words = ("--timeout", "5s", "--format", "json", "--output", file, *words)
    mcptest_text("conformance", "run", *words, cwd=cwd)
    return json.loads(file.read_text())


def failures(document):
    return [row["id"] for row in document["checks"] if row["status"] == "failed"]


def test_a_policy_that_asks_only_the_scan_hears_of_foreign_pages(tmp_path):
    policy = tmp_path / "severe.yml"
    rule = {"id": "no-high", "fact": "security.high_count", "max": 0}
    policy.write_text(json.dumps({"version": "1.0", "rules": [rule]}))
    with running("http", breaks=("HTTP-04",)) as server:
        done = gate(*server, "--policy", policy, cwd=tmp_path)
    assert done.code == 1
    assert "security.high_count is 1" in done.stdout
    assert "(see HTTP-04)" in done.stdout


def test_without_an_examination_a_probe_rules_by_itself(tmp_path):
    with mock_target("stdio", "--preset", "lenient") as server:
        done = gate(*server, "--conformance", "off", cwd=tmp_path)
    failed = [test for test in done.run["tests"] if test["status"] == "failed"]
    assert failed
    assert not any("see" in test for test in failed)
    assert f"run.own_failures is {len(failed)} " in done.stdout
    _, referred = counted(done)
    assert ("PRB-006", "missing_required") in referred


@pytest.mark.parametrize("fault", ["missing_required", "wrong_type", "unknown_tool"])
def test_a_server_with_one_fault_is_told_it_once(fault, tmp_path):
    with unsound_target("stdio", fault) as server:
        done = gate(*server, cwd=tmp_path)
    assert_nothing_counts_twice(done)
    assert {test["check"] for test in done.run["tests"] if "see" in test} == {fault}
    others = {t["check"] for t in done.run["tests"] if t["status"] == "failed" and "see" not in t}
    # Among calls at once are two of tools that don't exist.
    assert others == ({"concurrent_calls"} if fault == "unknown_tool" else set())
