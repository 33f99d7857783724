"""`security.json`: counts that are always there, rules that did not run, and baselines."""

import json
import re

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from security import HOSTILE, MIXED, NASTY, SECRET, found, hit, rule, surface
from simulation import NOON

from mcptest_action.core.checks.security.baseline_edit import as_known, baseline_document
from mcptest_action.core.checks.security.baseline_load import load_baseline
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.document import security_document
from mcptest_action.core.checks.security.listed import MOST_PARTS
from mcptest_action.core.checks.security.readings import LONGEST_READ
from mcptest_action.core.checks.security.report import details_of, scan_report
from mcptest_action.core.facts.model import Absent, Document
from mcptest_action.core.facts.security import ARTIFACT
from mcptest_action.core.pipeline.configs import (
    ScanConfig,
    scan_config_document,
    scan_config_of_document,
)
from mcptest_action.core.protocol.surface.collect import NO_TOOLS
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
ZEROS = {"critical": 0, "high": 0, "medium": 0, "low": 0, "info": 0}
SCHEMAS = ROOT / "src" / "mcptest_action" / "schemas"
SCHEMA = json.loads((SCHEMAS / "security.schema.json").read_text())
BASELINE_SCHEMA = json.loads((SCHEMAS / "security-baseline.schema.json").read_text())


def document(*rules, baseline=None, **inputs):
    made = json.loads(dump(security_document(scan_report(found(*rules, **inputs), baseline))))
    Draft202012Validator(SCHEMA).validate(made)
    return made


def facts(made):
    return ARTIFACT.read(Document("security.json", made), NOW)


def baseline_of(*rules, file="known.json"):
    made = json.loads(dump(baseline_document(map(as_known, found(*rules).findings))))
    Draft202012Validator(BASELINE_SCHEMA).validate(made)
    return load_baseline(made, file, now=NOW)


def test_a_clean_scan_has_five_zeros():
    made = document(rule(), rule("BBB-001"))
    assert made["counts"] == made["defect_counts"] == made["exposure_counts"] == ZEROS
    assert (made["total_findings"], made["findings"], made["incomplete"]) == (0, [], None)
    assert [facts(made)[f"security.defect_{name}"] for name in ZEROS] == [0] * 5


def test_a_clean_scan_by_the_real_rules_has_five_zeros_as_well():
    tool = {
        "name": "get_record",
        "title": "Get a record",
        "description": "Returns the record with this number.",
        "inputSchema": {
            "type": "object",
            "properties": {"id": {"type": "integer", "description": "The number."}},
            "required": ["id"],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False},
    }
    made = document(*RULES, surface=surface(tool))
    assert made["defect_counts"] == ZEROS


def test_findings_are_counted_by_severity_and_by_kind():
    made = document(*MIXED)
    assert made["counts"] == {**ZEROS, "critical": 1, "medium": 2, "info": 2}
    assert made["defect_counts"] == {**ZEROS, "critical": 1, "medium": 2}
    assert made["exposure_counts"] == {**ZEROS, "info": 2}
    assert made["total_findings"] == 5
    assert facts(made)["security.defect_medium"] == 2
    assert facts(made)["security.defect_high_or_worse"] == 1
    assert facts(made)["security.defect_medium_or_worse"] == 3


def test_what_the_counts_count_is_named():
    names = labels(document(*MIXED))
    assert len(names.pop("security.total_findings")) == 5
    assert names == {
        "security.critical_count": ("BBB-001:a",),
        "security.medium_count": ("AAA-001:a", "AAA-001:b"),
        "security.info_count": names["security.exposure_info"],
        "security.confident_critical": ("BBB-001:a",),
        "security.defect_critical": ("BBB-001:a",),
        "security.defect_medium": ("AAA-001:a", "AAA-001:b"),
        "security.defect_high_or_worse": ("BBB-001:a",),
        "security.defect_medium_or_worse": ("BBB-001:a", "AAA-001:a", "AAA-001:b"),
        "security.defect_low_or_worse": ("BBB-001:a", "AAA-001:a", "AAA-001:b"),
        "security.exposure_info": names["security.exposure_info"],
        "security.rule.AAA-001": ("AAA-001:a", "AAA-001:b"),
        "security.rule.BBB-001": ("BBB-001:a",),
        **{name: names[name] for name in names if name.startswith("security.rule.CCC")},
    }
    foreign = [{"rule": "X", "kind": "Defect", "severity": "High"}, {"severity": "low"}]
    ladder = [f"security.defect_{name}_or_worse" for name in ("high", "medium", "low")]
    facts = ("security.high_count", "security.total_findings", "security.defect_high", *ladder)
    assert labels(foreign) == dict.fromkeys((*facts, "security.rule.X"), ("X",))


def labels(data):
    names = ARTIFACT.names(Document("security.json", data))
    return {fact: tuple(each.label for each in named) for fact, named in names.items()}


def test_the_worst_comes_first():
    order = [(row["severity"], row["rule"], row["pointer"]) for row in document(*MIXED)["findings"]]
    assert order == [
        ("critical", "BBB-001", "/tools/0/name"),
        ("medium", "AAA-001", "/tools/0/description"),
        ("medium", "AAA-001", "/tools/1/description"),
        ("info", "CCC-001", ""),
        ("info", "CCC-001", ""),
    ]


def test_the_tenth_tool_comes_behind_the_second():
    hits = [hit(f"t{n}", f"/tools/{n}/name") for n in (10, 2, 1)]
    hits += [hit(name, "") for name in ("b", "a")]
    names = [row["subject"]["name"] for row in document(rule(hits=tuple(hits)))["findings"]]
    assert names == ["a", "b", "t1", "t2", "t10"]


def test_a_finding_says_all_that_is_known_of_it():
    (row,) = document(MIXED[1])["findings"]
    mark = row.pop("fingerprint")
    assert len(mark) == 32
    assert row == {
        "rule": "BBB-001",
        "kind": "defect",
        "severity": "critical",
        "confidence": "high",
        "subject": {"type": "tool", "name": "a"},
        "pointer": "/tools/0/name",
        "snippet": "",
        "because": "it says so",
        "details": {},
        "remediation": "Take it out.",
        "mappings": {
            "owasp": ["MCP03"],
            "cwe": ["CWE-1427"],
            "agentreserve": "no_such_thing",
            "snyk": "E001",
        },
    }


def test_a_hit_may_be_better_or_worse_than_its_rule():
    (row,) = document(rule(hits=(hit(severity="low", confidence="medium"),)))["findings"]
    assert (row["severity"], row["confidence"]) == ("low", "medium")


def test_the_same_thing_is_found_once():
    assert document(rule(hits=(hit(), hit())))["total_findings"] == 1


def marks(*hits):
    return [row["fingerprint"] for row in document(rule(hits=hits))["findings"]]


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (hit(pointer="/tools/7/description"), True),
        (hit(snippet="a\u200b  text"), True),
        (hit(because="it says so again"), True),
        (hit(pointer="/tools/0/title"), False),
        (hit(name="receive"), False),
        (hit(snippet="another text"), False),
    ],
)
def test_a_fingerprint_follows_the_finding_and_not_its_place(other, same):
    assert (marks(hit()) == marks(other)) is same


def test_what_stands_in_no_list_has_a_fingerprint_by_its_whole_pointer():
    assert len(set(marks(hit(pointer="/serverInfo/name"), hit(pointer="/serverInfo/title")))) == 2


def test_a_rule_that_did_not_run_has_found_nothing_out():
    made = document(*MIXED)
    assert (made["rules_run"], made["rules_not_run"]) == (4, 2)
    by_id = {row["id"]: row for row in made["rules"]}
    assert (by_id["DDD-001"]["status"], by_id["DDD-001"]["findings"]) == ("ran", 0)
    assert by_id["DDD-001"]["because"] is None
    assert (by_id["EEE-001"]["status"], by_id["EEE-001"]["findings"]) == ("not_run", None)
    assert "conformance examination" in by_id["EEE-001"]["because"]
    assert "no probes were run" in by_id["FFF-001"]["because"]
    assert facts(made)["security.rules_not_run"] == 2


def test_a_gate_has_something_to_look_at_for_every_rule():
    made = document(*MIXED, run={"incomplete": None}, conformance={"incomplete": None})
    assert (made["rules_run"], made["rules_not_run"], made["incomplete"]) == (6, 0, None)


@pytest.mark.parametrize(
    "inputs",
    [
        {"surface": surface({"name": "a"}, problems=("it ended", "and so on"))},
        {"run": {"incomplete": "it ended"}},
        {"conformance": {"incomplete": "it ended"}},
    ],
)
def test_an_incomplete_scan_has_no_facts(inputs):
    made = document(*MIXED, **inputs)
    assert made["incomplete"] == "it ended"
    assert made["total_findings"] == 5
    assert set(facts(made).values()) == {Absent("the scan is incomplete: it ended")}


def test_a_server_need_not_have_tools_if_it_has_something_to_look_at():
    prompts = surface(prompts=({"name": "greet"},), problems=(NO_TOOLS,))
    assert document(surface=prompts)["incomplete"] is None
    assert document(surface=surface(problems=(NO_TOOLS,)))["incomplete"] == NO_TOOLS


def test_a_text_that_was_not_read_to_its_end_makes_the_scan_incomplete():
    long = {"name": "a", "description": "x" * (LONGEST_READ + 1)}
    made = document(surface=surface(long))
    assert (
        made["incomplete"]
        == "/tools/0/description has 65537 characters, and 65536 of them were read"
    )


def test_a_schema_that_was_not_walked_to_its_end_makes_the_scan_incomplete():
    wide = {f"p{n}": {} for n in range(MOST_PARTS)}
    tool = {"name": "a", "inputSchema": {"type": "object", "properties": wide}}
    made = document(surface=surface({"name": "b", "inputSchema": {"type": "object"}}, tool))
    assert made["incomplete"] == "a schema of /tools/1 has more than 20000 parts to look at"


def test_a_scan_of_nothing_has_no_facts():
    made = document(*MIXED, surface=surface(server={"name": 3}))
    assert made["server"] == {"name": None, "version": None}
    assert set(facts(made).values()) == {Absent("nothing was scanned: the server lists nothing")}


def test_what_is_quoted_is_visible_short_and_without_secrets():
    made = document(*NASTY)
    text = json.dumps(made, ensure_ascii=False)
    assert SECRET not in text
    assert "ghp_…" in text
    assert "\\u001b" not in text.replace("\\\\u001b", "")
    assert not re.search("[\x00-\x1f\u202e\u200b\U000e0041]", text)
    assert all(len(row["snippet"]) <= 160 for row in made["findings"])
    (row,) = document(rule(hits=(hit(snippet="x" * 1000),)))["findings"]
    assert row["snippet"] == "x" * 159 + "…"
    (row,) = document(rule(hits=(hit(snippet="\x1b" * 1000),)))["findings"]
    assert row["snippet"] == "\\u001b" * 26 + "…"


def test_details_are_bounded():
    deep = wide = ["x"]
    for _ in range(100):
        deep = [deep]
    wide = {str(number): number for number in range(1000)}
    made = details_of(
        {"deep": deep, "wide": wide, "set": {"b", "a"}, "odd": Address, "pair": (1, None)}
    )
    assert "…" in json.dumps(made["deep"], ensure_ascii=False)
    assert len(made["wide"]) == 50
    assert made["set"] == ["a", "b"]
    assert made["pair"] == [1, None]
    assert "Address" in made["odd"]
    assert details_of({HOSTILE: 1.5})


def test_the_same_server_makes_the_same_bytes():
    assert dump(security_document(scan_report(found(*MIXED)))) == dump(
        security_document(scan_report(found(*MIXED)))
    )


# Baselines


def test_a_baseline_lowers_no_count_and_adds_what_is_new():
    made = document(*MIXED, baseline=baseline_of(MIXED[0], MIXED[2]))
    assert made["baseline"] == "known.json"
    assert made["counts"] == document(*MIXED)["counts"]
    assert made["new_counts"] == {**ZEROS, "critical": 1}
    assert [row["new"] for row in made["findings"]] == [True, False, False, False, False]
    assert made["stale_baseline"] == []
    assert facts(made)["security.new_critical"] == 1
    assert facts(made)["security.new_medium"] == 0


def test_an_exposure_is_never_a_new_defect():
    made = document(MIXED[2], baseline=baseline_of())
    assert [row["new"] for row in made["findings"]] == [True, True]
    assert made["new_counts"] == ZEROS


def test_what_got_worse_is_new():
    known = baseline_of(rule("AAA-001", "low", hits=(hit(),)))
    assert (
        document(rule("AAA-001", "high", hits=(hit(),)), baseline=known)["new_counts"]["high"] == 1
    )
    known = baseline_of(rule("AAA-001", "high", hits=(hit(),)))
    assert document(rule("AAA-001", "low", hits=(hit(),)), baseline=known)["new_counts"] == ZEROS


def test_entries_that_are_not_found_any_more_are_stale():
    known = baseline_of(*MIXED)
    made = document(MIXED[1], rule("AAA-001"), baseline=known)
    stale = [(row["rule"], row["severity"], row["subject"]) for row in made["stale_baseline"]]
    assert stale == [
        ("AAA-001", "medium", "tool a"),
        ("AAA-001", "medium", "tool b"),
        ("CCC-001", "info", "tool a"),
        ("CCC-001", "info", "tool b"),
    ]


def test_a_rule_that_did_not_run_makes_no_entry_stale():
    known = baseline_of(rule("EEE-001", hits=(hit(),)))
    assert document(rule("EEE-001", phase="transport"), baseline=known)["stale_baseline"] == []


def test_an_incomplete_scan_makes_no_entry_stale():
    part = surface({"name": "a"}, problems=("it ended",))
    made = document(rule(), surface=part, baseline=baseline_of(*MIXED))
    assert made["stale_baseline"] == []
    assert isinstance(facts(made)["security.new_high"], Absent)


def test_an_earlier_scan_is_a_baseline_too():
    made = document(*MIXED)
    assert (
        document(*MIXED, baseline=load_baseline(made, "security.json", now=NOW))["new_counts"]
        == ZEROS
    )


def test_an_entry_needs_no_subject():
    entry = {"fingerprint": "0" * 32, "rule": "AAA-001", "severity": "low"}
    data = {"schema_version": "mcptest.dev/security-baseline/v1", "findings": [entry]}
    known = load_baseline(data, "k.json", now=NOW)
    (gone,) = document(rule(), baseline=known)["stale_baseline"]
    assert gone == {**entry, "subject": ""}


OURS = "mcptest.dev/security-baseline/v1"
MAKE = "make it with mcptest security … --write-baseline FILE"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], f"not recognised as a baseline: the file holds no object ({MAKE})"),
        ({}, f"not recognised as a baseline: schema_version is 'None' ({MAKE})"),
        (
            {"schema_version": OURS},
            f"not recognised as a baseline: there is no list called 'findings' ({MAKE})",
        ),
        (
            {"schema_version": OURS, "findings": [{"rule": "A"}]},
            "findings[0] needs a fingerprint, a rule and a severity "
            "(make it again with --write-baseline)",
        ),
        (
            {
                "schema_version": OURS,
                "findings": [{"fingerprint": "a", "rule": "A", "severity": "bad"}],
            },
            "findings[0].severity is 'bad' (known: critical, high, medium, low, info)",
        ),
    ],
)
def test_a_baseline_that_cannot_be_read_is_an_error(data, message):
    with pytest.raises(InputError) as error:
        load_baseline(data, "k.json", now=NOW)
    assert str(error.value) == f"k.json: {message}"


def test_the_configuration_of_a_scan_can_be_written_and_read():
    config = ScanConfig(Address(http=True, authority="a:1", path="/mcp"))
    assert config.place.url == "http://a:1/mcp"
    assert ScanConfig(Address(http=True, https=True, authority="a")).place.url == "https://a"
    assert ScanConfig().place.url is None
    assert scan_config_of_document(scan_config_document(config), "t.jsonl", now=NOW) == config
    with pytest.raises(InputError, match=r"t\.jsonl:1:1: the header holds no usable configuration"):
        scan_config_of_document({"place": 3}, "t.jsonl", now=NOW)


@pytest.mark.untraced
def test_many_tools_and_a_megabyte_are_scanned():
    """That it ends is the test; how fast, and with ten thousand, is for `make bench` to say."""
    tools = [{"name": f"get_{number}", "description": f"Gets {number}."} for number in range(2_000)]
    made = security_document(scan_report(found(*RULES, surface=surface(*tools))))
    assert made["scanned"]["tools"] == 2_000
    long = {"name": "get_x", "description": "Gets x. " * 125_000}
    assert (
        security_document(scan_report(found(*RULES, surface=surface(long))))["scanned"]["tools"]
        == 1
    )
