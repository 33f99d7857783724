"""`waiver add --finding` and `--from verdict.json`, and `policy facts --live`, as users type them."""

import json
import shutil

import pytest
from test_commands import mcptest

NOW = ("--now", "2026-11-16T12:00:00Z")
WHO = ("--owner", "me", "--reason", "their vendor's names", "--for", "30d", *NOW)
MARKS = {name: f"{name.encode().hex():0<32}" for name in ("search", "read", "new")}
POLICY = """\
version: "1.0"
rules:
  - {id: no-high, fact: security.high_count, max: 0}
  - {id: few-tests, fact: run.total, min: 9}
  - {id: sure-badge, fact: conformance.badge, one_of: [T1]}
  - {id: quick, fact: latency.p95_ms, max: 5}
  - {id: no-low, fact: security.low_count, max: 0, severity: warn}
"""
GATE = ("policy", "simulate", "--policy", "policy.yml", "--security", "security.json",
        "--run-report", "run.json", *NOW)  # fmt: skip


def finding(name, severity="high"):
    subject = {"type": "tool", "name": name}
    mark = MARKS.get(name, "f" * 32)
    row = {"rule": "NAM-006", "severity": severity, "subject": subject, "fingerprint": mark}
    return {**row, "kind": "defect"}


def scan(folder, *names):
    found = [*map(finding, names), finding("low", "low")]
    (folder / "security.json").write_text(json.dumps({"findings": found}))


def judge(folder):
    done = mcptest(*GATE, "--format", "json", "--output", "verdict.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "verdict.json").read_text())


def outcomes(folder):
    return {rule["id"]: rule["outcome"] for rule in judge(folder)["rules"]}


@pytest.fixture
def gated(tmp_path):
    """A folder with a verdict in which two findings fail, and other rules, too."""
    (tmp_path / "policy.yml").write_text(POLICY)
    summary = {"total": 2, "passed": 2, "failed": 0, "skipped": 0}
    (tmp_path / "run.json").write_text(json.dumps({"summary": summary}))
    scan(tmp_path, "search", "read")
    assert outcomes(tmp_path) == {
        "no-high": "fail", "few-tests": "fail", "sure-badge": "unevaluated",
        "quick": "unevaluated", "no-low": "warn",
    }  # fmt: skip
    return tmp_path


def add(folder, *words):
    return mcptest("waiver", "add", *words, *WHO, cwd=folder)


def test_a_verdict_is_waived_for_exactly_what_failed(gated):
    done = add(gated, "--from", "verdict.json")
    assert done.returncode == 0, done.stderr
    lines = done.stderr.decode().splitlines()
    assert lines[0].endswith(
        "added the waiver for 'no-high', which covers "
        f"{MARKS['search']} (NAM-006:search), {MARKS['read']} (NAM-006:read)"
    )
    assert lines[1].endswith("added the waiver for 'few-tests', which covers it up to 2")
    assert lines[2:] == [
        f"note: no waiver covers '{rule}', which could not be evaluated"
        for rule in ("sure-badge", "quick")
    ]
    assert outcomes(gated)["no-high"] == outcomes(gated)["few-tests"] == "waived"
    scan(gated, "search", "read", "new")
    verdict = judge(gated)
    assert verdict["rules"][0]["outcome"] == "fail"
    assert f"does not list {MARKS['new']} (NAM-006:new)" in verdict["rules"][0]["because"]
    assert verdict["waivers"][0]["findings"] == [
        f"{MARKS['search']} (NAM-006:search)", f"{MARKS['read']} (NAM-006:read)"
    ]  # fmt: skip
    again = add(gated, "--from", "verdict.json")
    assert b"renewed the waiver for 'no-high'" in again.stderr
    assert outcomes(gated)["no-high"] == "waived"


def test_one_rule_of_a_verdict_is_waived_even_if_it_only_warns(gated):
    done = add(gated, "--from", "verdict.json", "--rule", "no-low")
    assert b"'no-low', which covers ffffffffffffffffffffffffffffffff (NAM-006:low)" in done.stderr
    assert outcomes(gated)["no-low"] == "waived"


def test_findings_are_listed_by_hand(gated):
    done = add(gated, "--rule", "no-high", "--finding", "NAM-006:search", "--finding", "X-1:y")
    assert done.returncode == 0, done.stderr
    listed = '    findings:\n      - "NAM-006:search"\n      - "X-1:y"\n'
    assert listed in (gated / "policy.yml").read_text()
    rule = judge(gated)["rules"][0]
    assert rule["outcome"] == "fail"
    assert rule["because"].endswith(f"its waiver does not list {MARKS['read']} (NAM-006:read)")


def test_a_finding_is_listed_beside_those_that_are(gated):
    add(gated, "--rule", "no-high", "--finding", "NAM-006:search")
    done = add(gated, "--rule", "no-high", "--finding", "NAM-006:read")
    said = "renewed the waiver for 'no-high', which covers NAM-006:search, NAM-006:read"
    assert said in done.stderr.decode()
    assert outcomes(gated)["no-high"] == "waived"


def test_many_new_findings_are_all_told(gated):
    add(gated, "--rule", "no-high", "--finding", "NAM-006:search")
    scan(gated, "search", *(f"tool_{number}" for number in range(30)))
    rule = judge(gated)["rules"][0]
    assert rule["because"].endswith("(NAM-006:tool_19) and 10 more")
    assert len(rule["waiver"]["unlisted"]) == 30
    told = mcptest("policy", "explain", "no-high", *GATE[2:-2], *NOW, cwd=gated).stdout.decode()
    assert all(f"NAM-006:tool_{number})" in told for number in range(30))


def test_a_verdict_that_only_warns_names_the_rules(gated):
    (gated / "policy.yml").write_text(
        POLICY.splitlines()[0] + "\nrules:\n" + POLICY.splitlines()[-1] + "\n"
    )
    assert outcomes(gated) == {"no-low": "warn"}
    done = add(gated, "--from", "verdict.json")
    assert b"no rule failed there (name one that warned with --rule: no-low)" in done.stderr


def test_a_waiver_that_had_a_limit_gets_the_new_one_with_its_findings(gated):
    add(gated, "--rule", "no-high", "--up-to", "1")
    assert outcomes(gated)["no-high"] == "fail"
    add(gated, "--from", "verdict.json", "--rule", "no-high")
    assert "up_to: 2" in (gated / "policy.yml").read_text()
    assert outcomes(gated)["no-high"] == "waived"


def test_artifacts_in_another_folder_are_found_beside_the_verdict(gated, tmp_path_factory):
    moved = tmp_path_factory.mktemp("moved")
    for name in ("verdict.json", "security.json", "run.json"):
        shutil.move(gated / name, moved / name)
    done = add(gated, "--from", str(moved / "verdict.json"))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--rule: no rule is named (or give --from verdict.json)"),
        (("--from", "verdict.json", "--up-to", "3"), "--up-to: --from says by itself"),
        (("--from", "verdict.json", "--finding", "a"), "--finding: --from says by itself"),
        (("--from", "run.json"), "run.json: not recognised as a verdict"),
        (("--from", "none.json"), "none.json: cannot be read"),
        (("--from", "verdict.json", "--rule", "no-hihg"), "no rule 'no-hihg' (did you mean no-high?)"),
        (("--from", "verdict.json", "--rule", "quick"), "'quick' is unevaluated"),
    ],
)  # fmt: skip
def test_what_cannot_be_waived_is_one_sentence(gated, words, said):
    before = (gated / "policy.yml").read_text()
    done = add(gated, *words)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert said in done.stderr.decode()
    assert (gated / "policy.yml").read_text() == before


def test_artifacts_that_have_changed_since_are_refused(gated):
    scan(gated, "search")
    done = add(gated, "--from", "verdict.json")
    assert done.returncode == 2
    assert b"security.json: it isn't the file that verdict.json was made from" in done.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"evaluated_at": "noon"}, "it lacks evaluated_at, rules or inputs"),
        ({"rules": []}, "it lacks evaluated_at, rules or inputs"),
        ({"inputs": 7}, "it lacks evaluated_at, rules or inputs"),
        ({"rules": [{"id": "no-high"}]}, "a rule in it lacks its id or its outcome"),
        ({"inputs": [{"flag": "--security"}]}, "an input in it lacks flag, file or sha256"),
        ({"rules": [{"id": "other", "outcome": "fail"}]}, "policy.yml has none of the rules"),
        ({"rules": [{"id": "no-high", "outcome": "pass"}]}, "no rule failed there"),
    ],
)
def test_odd_verdicts_are_one_sentence(gated, change, said):
    verdict = json.loads((gated / "verdict.json").read_text())
    (gated / "verdict.json").write_text(json.dumps({**verdict, **change}))
    done = add(gated, "--from", "verdict.json")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert said in done.stderr.decode()


def test_facts_are_listed_with_their_values(gated):
    given = ("--security", "security.json", "--run-report", "run.json", *NOW)
    done = mcptest("policy", "facts", "--live", *given, cwd=gated)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert any(line.split() == ["security.high_count", "2", "(security.json)"] for line in lines)
    assert any(line.startswith("security.rules_run") and " absent: " in line for line in lines)
    listed = json.loads(
        mcptest("policy", "facts", "--live", *given, "--format", "json", cwd=gated).stdout
    )
    assert listed["facts"]["security.high_count"] == {"value": 2, "source": "security.json"}
    assert "security.rules_run" in listed["absent"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), b"mcptest-out: there is no artifact to read facts from"),
        (("--format", "markdown", "--security", "security.json"), b"as pretty or json"),
    ],
)
def test_facts_of_nothing_are_refused(gated, words, said):
    done = mcptest("policy", "facts", "--live", *words, cwd=gated)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
