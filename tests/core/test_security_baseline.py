"""Known findings: who answers for them, why, and until when. They never lower a count."""

import hashlib
import json
import re
from datetime import timedelta

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from security import MIXED, SECRET, found, hit, rule, surface
from simulation import NOON

from mcptest_action.core.checks.run import config_of_document
from mcptest_action.core.checks.security.baseline_edit import (
    Grant,
    ToList,
    as_known,
    baseline_document,
    rewritten,
    to_list_of_report,
)
from mcptest_action.core.checks.security.baseline_load import (
    load_baseline,
    load_entries,
    load_gating_baseline,
)
from mcptest_action.core.checks.security.document import security_document
from mcptest_action.core.checks.security.model import Hit, Subject
from mcptest_action.core.checks.security.report import scan_report
from mcptest_action.core.facts.model import Document, Named
from mcptest_action.core.facts.security import ARTIFACT
from mcptest_action.core.pipeline.configs import Configs, ScanConfig, read_baseline
from mcptest_action.core.pipeline.judging import Given, policy_in
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.protocol.transcript import read_transcript
from mcptest_action.core.render.report import Source
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.security import security_markdown, security_pretty
from mcptest_action.core.render.security_formats import security_junit, security_sarif
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import format_timestamp, parse_timestamp

NOW = parse_timestamp(NOON)
SCHEMAS = ROOT / "src" / "mcptest_action" / "schemas"
SCHEMA = json.loads((SCHEMAS / "security.schema.json").read_text())
BASELINE_SCHEMA = json.loads((SCHEMAS / "security-baseline.schema.json").read_text())
OURS = "mcptest.dev/security-baseline/v1"
SAID = {"owner": "sec-team", "reason": "from before the gate", "expiry": "2026-12-31T00:00:00Z"}
ONE = rule("AAA-001", "medium", hits=(hit("a"),))
GRANT = Grant("ops", "known", "2026-11-16T12:00:00Z", "2027-01-01T00:00:00Z", "GH-7")


def entries_of(*rules, **said):
    entries = [as_known(finding) for finding in found(*rules).findings]
    return [entry._replace(**said) for entry in entries]


def written(*entries, **more):
    made = baseline_document(entries)
    Draft202012Validator(BASELINE_SCHEMA).validate(made)
    return {**made, "findings": [{**entry, **more} for entry in made["findings"]]}


def baseline(*rules, **said):
    return load_baseline(written(*entries_of(*rules), **said), "known.json", now=NOW)


def report(*rules, known, **inputs):
    return scan_report(found(*rules, **inputs), known)


def document(*rules, known, **inputs):
    made = json.loads(dump(security_document(report(*rules, known=known, **inputs))))
    Draft202012Validator(SCHEMA).validate(made)
    return made


def test_an_entry_covers_its_finding_and_says_who_answers_for_it():
    made = document(ONE, known=baseline(ONE, **SAID, issue="GH-1", created="2026-11-01T00:00:00Z"))
    (finding,) = made["findings"]
    assert finding["new"] is False
    assert finding["known"] == {
        "owner": "sec-team",
        "reason": "from before the gate",
        "created": "2026-11-01T00:00:00Z",
        "expiry": "2026-12-31T00:00:00Z",
        "issue": "GH-1",
    }
    assert made["new_counts"]["medium"] == 0
    assert made["defect_counts"]["medium"] == 1


def test_an_entry_that_says_nothing_for_itself_covers_its_finding_without_an_end():
    (finding,) = document(ONE, known=baseline(ONE))["findings"]
    assert (finding["new"], "known" in finding) == (False, False)


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ({"expiry": NOON}, f"its baseline entry expired {NOON}"),
        ({"expiry": "2026-11-16T13:00:00+02:00"}, "its baseline entry expired 2026-11-16T11:00:00Z"),
        ({"expiry": "2026-12-31"}, "its baseline entry has no valid expiry: '2026-12-31' is not like"),
        ({"expiry": ""}, "its baseline entry has no valid expiry: '\"\"' is not like"),
        ({"expiry": None}, "its baseline entry has no valid expiry: 'null' is not like"),
        ({"expiry": 20261231}, "its baseline entry has no valid expiry: '20261231' is not like"),
        ({"created": "2026-12-01T00:00:00Z"}, "its baseline entry starts only 2026-12-01T00:00:00Z"),
        ({"severity": "low"}, "its baseline entry lists it as low only"),
    ],
)  # fmt: skip
def test_an_entry_that_does_not_count_covers_nothing(said, because):
    made = document(ONE, known=baseline(ONE, **{**SAID, **said}))
    (finding,) = made["findings"]
    assert (finding["new"], "known" in finding) == (True, False)
    assert finding["uncovered"].startswith(because)
    assert finding["uncovered"].endswith("; owner: sec-team")
    assert made["new_counts"]["medium"] == 1
    assert made["stale_baseline"] == []
    listed = [] if "severity" in said else [finding["fingerprint"]]
    assert [entry["fingerprint"] for entry in made["expired_baseline"]] == listed


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ({"rule": "BBB-001"}, "its baseline entry is about the rule BBB-001"),
        ({"subject": {"type": "tool", "name": "b"}}, "its baseline entry is about tool b"),
        ({"subject": {"type": "prompt", "name": "a"}}, "its baseline entry is about prompt a"),
        ({"subject": {"type": "tool", "name": ""}}, "its baseline entry is about tool"),
    ],
)
def test_an_entry_that_claims_to_be_about_something_else_covers_nothing(said, because):
    known = load_baseline(written(*entries_of(ONE), **{**SAID, **said}), "known.json", now=NOW)
    made = document(ONE, known=known)
    (finding,) = made["findings"]
    assert (finding["new"], "known" in finding) == (True, False)
    assert finding["uncovered"] == f"{because}; owner: sec-team"
    assert made["stale_baseline"] == []
    again = rewritten(to_list(ONE), known, GRANT)
    assert [(e.rule, e.subject.name, e.owner) for e in again.entries] == [("AAA-001", "a", "ops")]


def test_an_entry_of_an_older_file_names_no_subject():
    older = written(*entries_of(ONE))
    for entry in older["findings"]:
        del entry["subject"]
    known = load_baseline(older, "known.json", now=NOW)
    assert document(ONE, known=known)["findings"][0]["new"] is False


@pytest.mark.parametrize(
    "subject", [None, "tool b", ["b"], {"name": "b"}, {"type": 5, "name": "b"}]
)
def test_a_subject_that_nobody_can_compare_is_refused(subject):
    with pytest.raises(InputError, match="subject is not an object with a type and a name"):
        load_baseline(written(*entries_of(ONE), subject=subject), "known.json", now=NOW)


@pytest.mark.parametrize("name", ["a\x1b[2J \u202e", "x" * 500, "a\nb", "##[group]", SECRET])
def test_an_entry_names_its_subject_as_reports_do(name):
    odd = rule("AAA-001", "medium", hits=(hit(name),))
    assert document(odd, known=baseline(odd))["findings"][0]["new"] is False
    scan = document(odd, known=baseline())
    known = load_baseline(scan, "security.json", now=NOW)
    assert document(odd, known=known)["findings"][0]["new"] is False
    assert rewritten(to_list_of_report(scan, known), baseline(odd, **SAID), None).kept == 1


def test_an_endpoint_may_have_another_port_than_its_entry_says():
    def served(port):
        at = Subject("endpoint", f"http://127.0.0.1:{port}/mcp")
        return rule("AAA-001", "medium", hits=(Hit(at, "", "Origin", "served"),))

    assert document(served(41337), known=baseline(served(80)))["findings"][0]["new"] is False
    scan = load_baseline(document(served(80), known=baseline()), "security.json", now=NOW)
    assert document(served(41337), known=scan)["findings"][0]["new"] is False


def test_an_entry_without_an_owner_names_none():
    (finding,) = document(ONE, known=baseline(ONE, expiry=NOON))["findings"]
    assert finding["uncovered"] == f"its baseline entry expired {NOON}"


def test_an_entry_counts_until_the_last_moment():
    soon = format_timestamp(NOW + timedelta(seconds=1))
    made = report(ONE, known=baseline(ONE, expiry=soon, created=NOON))
    assert made.findings[0].new is False
    assert [entry.expiry for entry in made.ending] == [soon]
    far = format_timestamp(NOW + timedelta(days=14, seconds=1))
    assert report(ONE, known=baseline(ONE, expiry=far)).ending == ()
    assert report(ONE, known=baseline(ONE)).ending == ()


def test_an_expired_entry_whose_finding_is_gone_is_stale_and_nothing_else():
    made = document(rule("AAA-001"), known=baseline(ONE, **{**SAID, "expiry": NOON}))
    assert made["expired_baseline"] == []
    (entry,) = made["stale_baseline"]
    assert (entry["owner"], entry["subject"]) == ("sec-team", "tool a")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"owner": " "}, "findings[0].owner is empty"),
        ({"owner": "\u200b"}, "findings[0].owner holds nothing that can be seen"),
        ({"reason": None}, "findings[0].reason is not text"),
        ({"issue": 7}, "findings[0].issue is not text"),
        ({"created": "yesterday"}, "findings[0].created 'yesterday' is not an RFC 3339 timestamp"),
        ({"expires": "2026-12-31T00:00:00Z"}, "findings[0] has an unknown key 'expires'"),
        ({"Owner": "x"}, "findings[0] has an unknown key 'Owner'"),
    ],
)
def test_an_entry_is_read_as_strictly_as_a_waiver(said, message):
    with pytest.raises(InputError) as caught:
        baseline(ONE, **said)
    assert str(caught.value).startswith(f"known.json: {message}")


def test_what_an_entry_may_leave_empty():
    entries = baseline(ONE, issue="", created=None, note="a key of somebody's own").entries
    assert [(entry.issue, entry.created) for entry in entries.values()] == [("", "")]


def test_no_fingerprint_is_listed_twice():
    data = written(*entries_of(ONE))
    data["findings"] *= 2
    with pytest.raises(InputError, match=r"findings\[1\] lists the fingerprint \w+ for the second"):
        load_entries(data, "known.json")


def test_a_gate_rests_on_entries_that_somebody_answers_for():
    whole = written(*entries_of(*MIXED), **SAID)
    assert len(load_gating_baseline(whole, "known.json", now=NOW).entries) == 5
    whole["findings"][3].pop("owner")
    whole["findings"][4].pop("expiry")
    whole["findings"][4].pop("reason")
    with pytest.raises(InputError) as caught:
        load_gating_baseline(whole, "known.json", now=NOW)
    assert str(caught.value) == (
        "known.json: findings[3] has no owner, which a gate asks for; 2 entries lack something "
        "(write them, or fill them in with mcptest security … --write-baseline FILE "
        "--owner … --reason … --for 90days)"
    )
    whole["findings"] = whole["findings"][4:]
    with pytest.raises(
        InputError, match=r"findings\[0\] has no reason and no expiry, which a gate"
    ):
        load_gating_baseline(whole, "known.json", now=NOW)


def test_a_gate_is_told_which_entries_are_stale():
    made = document(rule("AAA-001"), known=baseline(ONE, **SAID))
    (mark,) = (entry["fingerprint"] for entry in made["stale_baseline"])
    read = Document("security.json", made)
    assert ARTIFACT.read(read, NOW)["security.stale_baseline"] == 1
    assert ARTIFACT.names(read)["security.stale_baseline"] == (Named("AAA-001:tool a", mark),)
    made["stale_baseline"] = [3, {}]
    assert ARTIFACT.names(read)["security.stale_baseline"] == (Named("", ""),)


POLICY = Source(
    "--policy",
    "policy.yml",
    b'version: "1.0"\nrules: [{id: a, fact: security.new_high, max: 0}]\n',
)


def test_a_verdict_rests_on_the_baseline_as_well():
    text = (FIXTURES / "runs" / "scanned-server" / "transcript.jsonl").read_text()
    header, exchanges = read_transcript(text, "t.jsonl")
    content = dump(written(*entries_of(ONE), **SAID)).encode()
    scan = ScanConfig(baseline=read_baseline(content, "known.json", "known.json", now=NOW))
    configs = Configs("0", config_of_document(header["run"], "t.jsonl"), None, scan)
    made = outcome_of(exchanges, configs, Given(policy_in(POLICY), (POLICY,)), NOW)
    inputs = json.loads(made.files["verdict.json"])["inputs"]
    assert [each["flag"] for each in inputs] == [
        "--policy", "--run-report", "--security", "--surface-report", "--baseline",
    ]  # fmt: skip
    assert inputs[-1]["sha256"] == hashlib.sha256(content).hexdigest()
    assert made.report.security.baseline == "known.json"
    # Its texts are too long to be read to their ends, so nobody knows what is new.
    assert "the scan is incomplete" in made.report.verdict.results[0].because


# Writing one


def to_list(*rules, waiting=(), incomplete=False, **said):
    return ToList(tuple(entries_of(*rules, **said)), waiting, incomplete)


def test_new_entries_say_what_is_granted():
    made = rewritten(to_list(ONE), None, GRANT)
    (entry,) = written(*made.entries)["findings"]
    assert list(entry) == ["fingerprint", "rule", "severity", "subject", "owner", "reason",
                           "created", "expiry", "issue"]  # fmt: skip
    assert (entry["owner"], entry["expiry"], entry["issue"]) == ("ops", GRANT.expiry, "GH-7")
    assert (made.kept, made.lapsed, made.dropped) == (0, 0, 0)


def test_writing_again_extends_nothing():
    made = rewritten(to_list(*MIXED), baseline(MIXED[0], **{**SAID, "expiry": NOON}), GRANT)
    ends = {entry.rule: (entry.owner, entry.expiry, entry.created) for entry in made.entries}
    assert ends == {
        "AAA-001": ("sec-team", NOON, ""),
        "BBB-001": ("ops", GRANT.expiry, GRANT.created),
        "CCC-001": ("ops", GRANT.expiry, GRANT.created),
    }
    assert (made.kept, made.lapsed, made.dropped) == (2, 2, 0)


def test_an_expiry_that_nobody_can_read_is_not_filled_in_either():
    for odd in ("", None, "soon"):
        (entry,) = rewritten(to_list(ONE), baseline(ONE, expiry=odd), GRANT).entries
        assert entry.expiry == ("soon" if odd else json.dumps(odd))
        assert entry.owner == "ops"


def test_entries_that_say_nothing_are_filled_in():
    (entry,) = rewritten(to_list(ONE), baseline(ONE, owner="sec-team"), GRANT).entries
    assert (entry.owner, entry.reason, entry.expiry) == ("sec-team", "known", GRANT.expiry)
    (entry,) = rewritten(to_list(ONE), baseline(ONE, owner="sec-team"), None).entries
    assert (entry.owner, entry.reason, entry.expiry) == ("sec-team", "", None)


def test_what_got_worse_has_to_be_granted_again():
    graver = rule("AAA-001", "high", hits=(hit("a"),))
    made = rewritten(to_list(graver), baseline(ONE, **SAID), GRANT)
    assert [(e.severity, e.owner) for e in made.entries] == [("high", "ops")]
    assert made.kept == 0
    made = rewritten(to_list(ONE), baseline(graver, **SAID), GRANT)
    assert [(e.severity, e.owner) for e in made.entries] == [("medium", "sec-team")]


def test_what_nobody_could_look_for_stays():
    before = baseline(*MIXED[:2], **SAID)
    assert rewritten(to_list(), before, GRANT) == ((), 0, 0, 3)
    made = rewritten(to_list(waiting=("BBB-001",)), before, GRANT)
    assert ([entry.rule for entry in made.entries], made.dropped) == (["BBB-001"], 2)
    assert len(rewritten(to_list(incomplete=True), before, None).entries) == 3


def test_a_report_of_a_scan_can_be_listed_with_all_its_phases():
    data = document(*MIXED, known=baseline(MIXED[0], **SAID))
    data["referred"] = [{**data["findings"][0], "fingerprint": "f" * 32, "see": "HTTP-04"}]
    made = to_list_of_report(data, load_baseline(data, "security.json", now=NOW))
    assert len(made.findings) == 6
    assert made.waiting == ("EEE-001", "FFF-001")
    assert made.incomplete is False
    assert {entry.owner for entry in made.findings if entry.rule == "AAA-001"} == {"sec-team"}
    data.update(rules=None, incomplete="it ended")
    made = to_list_of_report(data, load_baseline(data, "security.json", now=NOW))
    assert (made.waiting, made.incomplete) == ((), True)
    data["rules"] = [1, {"id": "A", "status": "ran"}]
    assert to_list_of_report(data, load_baseline(data, "s.json", now=NOW)).waiting == ()


def test_only_a_report_of_a_scan_is_one():
    data = written(*entries_of(ONE))
    with pytest.raises(InputError, match=r"name the security\.json of a gate or of a scan"):
        to_list_of_report(data, load_baseline(data, "known.json", now=NOW))


# What reports say


def test_reports_say_who_answers_and_until_when():
    known = baseline(ONE, **SAID, issue="GH-1")
    said = "known: until 2026-12-31T00:00:00Z, owner sec-team: from before the gate (GH-1)"
    (mark,) = known.entries
    made = report(ONE, known=known)
    assert said in security_pretty(made)
    assert re.sub("[\\\\\u200b]", "", security_markdown(made)).count(said) == 1
    assert mark in security_pretty(made)
    assert f"| `{mark}` |" in security_markdown(made)
    assert f"Known{said[5:]}." in security_junit(made)
    assert f"Fingerprint: {mark}" in security_junit(made)
    assert mark in security_sarif(made, "x.json")


def test_reports_say_what_a_baseline_lists_in_vain():
    ended = baseline(ONE, **{**SAID, "expiry": NOON})
    text = security_pretty(report(ONE, known=ended))
    assert f"new: its baseline entry expired {NOON}; owner: sec-team" in text
    assert "known.json lists what its entries do not cover any more (owner sec-team): " in text
    gone = security_pretty(report(rule("AAA-001"), known=ended))
    assert "known.json lists what is not found any more (owner sec-team): AAA-001 on tool a" in gone


def test_reports_say_what_ends_soon_the_first_end_first():
    ends = zip(entries_of(*MIXED[:2]), ("20", "19", "19"), strict=True)
    entries = [entry._replace(expiry=f"2026-11-{day}T00:00:00Z") for entry, day in ends]
    known = load_baseline(written(*entries, owner="x"), "known.json", now=NOW)
    lines = [line for line in security_pretty(report(*MIXED, known=known)).splitlines()
             if "end soon" in line]  # fmt: skip
    assert [line.partition("end soon, ")[2][:20] for line in lines] == [
        "2026-11-19T00:00:00Z",
        "2026-11-20T00:00:00Z",
    ]


def alike(number):
    hits = tuple(hit(f"t{n}", snippet=f"s{n}") for n in range(number))
    return rule("AAA-001", "low", hits=hits)


def test_few_repeats_are_listed_with_their_fingerprints_and_many_are_in_the_data():
    five, six = report(alike(5), known=None), report(alike(6), known=None)
    marks = [finding.fingerprint for finding in five.findings]
    for number, mark in enumerate(marks):
        assert f"fingerprint: {mark}  t{number}\n" in security_pretty(five)
        assert f"t{number} `{mark}`" in security_markdown(five)
    text = security_pretty(six)
    assert "fingerprints: security.json has them all, or with --format json" in text
    assert not any(mark in text for mark in marks)
    assert "| see security.json |" in security_markdown(six)
    nameless = report(rule(hits=tuple(hit("", snippet=f"s{n}") for n in range(4))), known=None)
    assert "  tool\n" in security_pretty(nameless)


def test_findings_of_several_owners_are_no_repeats():
    first, *rest = entries_of(alike(4))
    entries = [first._replace(owner="a"), *(entry._replace(owner="b") for entry in rest)]
    known = load_baseline(written(*entries), "known.json", now=NOW)
    text = security_pretty(report(alike(4), known=known, surface=surface({"name": "t0"})))
    assert text.count("AAA-001  tool") == 4
