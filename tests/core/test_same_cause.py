"""Each cause is ruled on once: which check or finding refers to which other one."""

from datetime import UTC, datetime

import pytest
from security import surface

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level
from mcptest_action.core.checks.conformance.same_cause import (
    REWORDED,
    SAME_CAUSE,
    UNASKED,
    explained,
)
from mcptest_action.core.checks.probes import PROBES, TRACES
from mcptest_action.core.checks.results import RULES_ON_PROBE, Status, entailed, failed, passed
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.document import security_document
from mcptest_action.core.checks.security.model import Hit, Severity, Subject, scan_input_of
from mcptest_action.core.checks.security.report import Scanned, scan_report
from mcptest_action.core.checks.security.rules.prb_leaks import _DATABASE
from mcptest_action.core.checks.security.same_cause import _RULED_BY, parted
from mcptest_action.core.checks.security.scan import _finding
from mcptest_action.core.facts import run_report, security
from mcptest_action.core.facts.model import Document
from mcptest_action.core.protocol.exchange import Overheard, Replied, RpcError, TimedOut
from mcptest_action.core.protocol.transcript import Exchange, Key
from mcptest_action.core.render.security import security_markdown, security_pretty
from mcptest_action.core.text.errors import InputError

BY_ID = {check.id: check for check in CHECKS}
LEVELS = {check.id: check.level for check in CHECKS}
RULE = {rule.id: rule for rule in RULES}


def test_the_tables_name_what_there_is():
    rulers = {ruler for rulers in SAME_CAUSE.values() for ruler in rulers}
    assert {*SAME_CAUSE, *rulers, *REWORDED, *UNASKED} <= LEVELS.keys()
    for check, (ruler,) in REWORDED.items():
        assert not set(BY_ID[check].revisions) & set(BY_ID[ruler].revisions)
    assert not set(SAME_CAUSE) & rulers, "nobody refers to who refers on"
    assert RULES_ON_PROBE.keys() <= {probe.id for probe in PROBES}
    assert set(RULES_ON_PROBE.values()) <= LEVELS.keys()
    assert {name.partition(" ")[0] for name in _RULED_BY} <= RULE.keys()


@pytest.mark.parametrize("rule", ["NET-001", "NET-002", "NET-003"])
def test_levels_agree_wherever_a_finding_may_have_to_stand_for_itself(rule):
    wanted = {Level.MUST: Severity.HIGH, Level.SHOULD: Severity.MEDIUM}
    assert {wanted[LEVELS[check]] for check in _RULED_BY[rule]} == {RULE[rule].severity}


def test_a_failure_that_another_one_explains_is_not_verified():
    served = failed("served")
    found = explained("HTTP-05", served, {"HTTP-04": [served], "HTTP-05": [served]})
    assert (found.status, found.because) == (
        Status.INCONCLUSIVE,
        "see HTTP-04, which has the same cause",
    )
    assert explained("HTTP-05", served, {"HTTP-05": [served]}).status is Status.FAILED
    assert explained("HTTP-05", passed("x"), {"HTTP-04": [served]}).status is Status.PASSED
    assert explained("HTTP-04", served, {"HTTP-04": [served]}).status is Status.FAILED


def test_what_is_missing_is_missed_once():
    """The list of tools is broken: LIFE-10 says so. It is malformed: BASE-08 says so, for both."""
    listing = entailed("no list", "LIFE-10", "PAGE-01", "TOOLS-01")
    own, malformed = failed("no"), entailed("without a list", "BASE-08")

    def see(check, ruling, **failures):
        found = explained(
            check, ruling, {name.replace("_", "-"): f for name, f in failures.items()}
        )
        return found.because.partition(",")[0] if found.status is Status.INCONCLUSIVE else ""

    assert see("TOOLS-02", listing, LIFE_10=[own]) == "see LIFE-10"
    assert see("TOOLS-02", listing, PAGE_01=[own]) == "see PAGE-01"
    assert see("TOOLS-02", listing, TOOLS_01=[listing]) == "see TOOLS-01"
    assert see("TOOLS-01", listing, TOOLS_01=[listing]) == "", "somebody has to say it"
    assert see("TOOLS-02", listing, TOOLS_02=[listing]) == "", "nobody else was asked"
    assert see("LIFE-10", malformed, BASE_08=[own]) == "see BASE-08"
    assert see("TOOLS-02", listing, LIFE_10=[malformed], BASE_08=[own]) == "see BASE-08"
    assert see("TOOLS-02", listing, LIFE_10=[malformed, own], BASE_08=[own]) == "see LIFE-10"


def on(method, step, check="x"):
    sent = {"step": "Request", "message": {"method": method}}
    return Exchange(Key(check, None, 1, step), sent, Replied({}), 1.0)


def spoilt(exchange):
    return exchange._replace(reaction=Replied({}, None, {"id": 1, "result": {}}))


def test_how_a_message_is_written_explains_what_else_fails_on_the_same_exchanges():
    listing, other = spoilt(on("tools/list", 1)), spoilt(on("tools/list", 2))
    written = {"BASE-01": [failed("no jsonrpc", listing)]}
    found = explained("LIFE-10", failed("no list", listing), written)
    assert found.because == "see BASE-01, which has the same cause"
    assert explained("LIFE-10", failed("no list", listing, other), written).status is Status.FAILED
    assert explained("LIFE-10", failed("no list"), written).status is Status.FAILED
    assert explained("BASE-03", failed("no code", listing), written).status is Status.FAILED


def test_noise_beside_a_sound_answer_explains_nothing():
    listing, unheard = on("tools/list", 1), on("tools/list", 2)._replace(reaction=TimedOut(1.0))
    noise = {"STDIO-01": [failed("a banner", listing, unheard)]}
    assert explained("LIFE-10", failed("no list", listing), noise).status is Status.FAILED
    assert explained("LIFE-10", failed("no list", unheard), noise).because.startswith("see STDIO")


@pytest.mark.parametrize("written", ["BASE-01", "BASE-02", "BASE-03"])
def test_a_message_beside_a_sound_answer_explains_nothing_either(written):
    sound = on("prompts/list", 1)
    code = sound._replace(reaction=RpcError(-32000, "no"))
    for shown in (sound, code):
        noise = {written: [failed("the event 'Listening' came", shown)]}
        assert explained("PRMT-01", failed("no name", shown), noise).status is Status.FAILED
    bare = sound._replace(reaction=Replied([]))
    noise = {written: [failed("no object", bare)]}
    assert explained("PRMT-01", failed("no name", bare), noise).because.startswith("see BASE")
    taken = {"BASE-19": [failed("the code -32099", code)]}
    assert explained("META-02", failed("no", code), taken).because.startswith("see BASE-19")


@pytest.mark.parametrize("check", UNASKED)
def test_what_came_unasked_is_explained_by_no_answer_beside_it(check):
    listing = spoilt(on("tools/list", 1))
    written = {"BASE-19": [failed("the code -32020", listing)]}
    assert explained(check, failed("a log message", listing), written).status is Status.FAILED


def test_what_failed_in_another_revision_explains_the_same_question_only():
    served = [failed("served")]
    known = {"HTTP-04": served, "BASE-06": served, "LIFE-13": served}
    assert explained("HTTP-05", served[0], {}, known).because.startswith("see HTTP-04")
    for check in ("HHDR-12", "ASK-01"):
        assert explained(check, served[0], {}, known).status is Status.FAILED


def test_those_that_explain_each_other_explain_nothing():
    names = ("LIFE-10", "PAGE-01", "TOOLS-01")
    circle = dict(
        zip(names, ([entailed("x", other)] for other in (*names[1:], names[0])), strict=True)
    )
    for check, (found,) in circle.items():
        assert explained(check, found, circle).status is Status.FAILED


def test_the_whole_is_explained_where_every_method_is():
    tools, prompts = on("tools/list", 1), on("prompts/list", 2)
    whole, part = failed("odd", tools, prompts), {"CACHE-01": [failed("no ttlMs", prompts)]}
    assert explained("BASE-08", whole, part).status is Status.FAILED
    part |= {"TOOLS-01": [failed("no name", tools)]}
    assert explained("BASE-08", whole, part).because == "see CACHE-01, which has the same cause"


def test_a_check_on_a_part_of_a_result_explains_why_the_whole_has_the_wrong_shape():
    whole = failed("ttlMs is missing", on("tools/list", 1))
    part = [failed("no ttlMs", on("tools/list", 2))]
    assert explained("BASE-08", whole, {"CACHE-01": part}).status is Status.INCONCLUSIVE
    elsewhere = [failed("no ttlMs", on("prompts/list", 2))]
    assert explained("BASE-08", whole, {"CACHE-01": elsewhere}).status is Status.FAILED
    beside = whole._replace(entailed_by=("BASE-08",))
    assert explained("BASE-08", beside, {"CACHE-01": part}).status is Status.FAILED
    entailing = [entailed("no list", "BASE-08")._replace(shown=(on("tools/list", 2),))]
    both = {"BASE-08": [whole], "TOOLS-01": entailing}
    assert explained("BASE-08", whole, both).status is Status.FAILED


@pytest.mark.parametrize(
    ("check", "cause"),
    [
        ("BASE-09", "HTTP-18"),
        ("BASE-10", "BASE-02"),
        ("BASE-10", "HTTP-20"),
        ("HHDR-12", "BASE-06"),
        ("HHDR-16", "TOOLS-18"),
        ("LOGG-01", "LIFE-12"),
        ("META-06", "DISC-01"),
        ("META-06", "DISC-02"),
        ("META-07", "META-05"),
    ],
)
def test_what_a_broken_id_method_or_capability_entails_is_not_counted_again(check, cause):
    found = failed("x")
    assert explained(check, found, {check: [found], cause: [found]}).status is Status.INCONCLUSIVE
    assert explained(check, found, {check: [found]}).status is Status.FAILED


def heard_at(*steps):
    """A failure that these exchanges show."""
    sent = {"step": "Listen"}
    return failed(
        "x", *(Exchange(Key("a", None, 1, step), sent, Overheard(()), 1.0) for step in steps)
    )


def test_what_stands_for_an_empty_event_comes_with_the_events_of_another_stream():
    replayed = heard_at(7, 9)
    for there, see in ((heard_at(7), "see HTTP-22"), (heard_at(7, 8), "x")):
        failures = {"HTTP-22": [replayed], "BASE-01": [there]}
        assert explained("BASE-01", there, failures).because.startswith(see)
        assert explained("HTTP-22", replayed, failures).status is Status.FAILED
    assert explained("BASE-01", replayed, {"BASE-01": [replayed]}).status is Status.FAILED


def seen(method, step=1):
    message = {"id": step, "method": method}
    return Exchange(Key("x", None, 1, step), {"step": "Request", "message": message}, None, 0.0)


def test_what_fails_on_the_same_exchanges_has_the_same_cause():
    """Also an empty hello, which lacks what every result has; but not what others lack."""
    hello, listing = seen("server/discover", 1), seen("tools/list", 2)

    def cause(check, shown, other, *others):
        failures = {check: [failed("x", *shown)], other: [failed("y", *others)]}
        return explained(check, failed("x", *shown), failures).status is Status.INCONCLUSIVE

    assert cause("PRMT-01", [listing], "BASE-01", hello, listing)
    assert not cause("PRMT-01", [hello, listing], "BASE-01", listing)
    assert cause("MOD-01", [hello], "DISC-01")
    assert not cause("MOD-01", [hello, listing], "DISC-01")
    assert cause("LIFE-23", [listing], "LIFE-16", listing)
    assert not cause("LIFE-23", [listing], "LIFE-16", hello)
    assert cause("BASE-08", [listing], "TOOLS-01", listing)
    assert not cause("BASE-08", [listing], "DISC-01", hello)
    paged = entailed("a number for a cursor", "LIFE-10", "PAGE-01")._replace(shown=(listing,))
    failures = {"BASE-08": [failed("x", listing)], "PAGE-01": [paged]}
    assert explained("BASE-08", failed("x", listing), failures).because.startswith("see PAGE-01")
    failures |= {"LIFE-10": [failed("z")]}
    assert explained("BASE-08", failed("x", listing), failures).status is Status.FAILED


def finding(rule, snippet="Origin"):
    return _finding(RULE[rule], Hit(Subject("endpoint", "http://x"), "", snippet, "served"))


def inputs(checks=(), tests=()):
    run = {"tests": [{"check": name, "status": "failed"} for name in tests] + ["?"]}
    rows = [{"id": name, "status": "failed"} for name in checks]
    return scan_input_of(surface())._replace(run=run, conformance={"checks": rows})


def test_what_others_have_failed_for_is_referred_to():
    found = [finding("NET-001"), finding("NET-004", "HTTP-10"), finding("PRB-006", "wrong_type")]
    own, referred = parted(found, inputs(["HTTP-05", "TOOLS-12"], ["wrong_type"]))
    assert own == (found[1],)
    assert referred == ((found[0], "HTTP-05"), (found[2], "TOOLS-12"))


def test_where_nobody_else_has_ruled_a_finding_stands_for_itself():
    found = (finding("NET-001"), finding("PRB-006", "oversized"), finding("NET-003", "http:"))
    assert parted(found, inputs()) == (found, ())
    assert parted(found, scan_input_of(surface())) == (found, ())
    odd = inputs()._replace(run={"tests": "?"})
    assert parted(found, odd) == (found, ())
    assert parted(found, inputs(tests=["oversized"]))[1] == ((found[1], "oversized"),)


def test_a_probe_rules_only_on_what_it_looks_for():
    trace, database = finding("PRB-005", TRACES[0].what), finding("PRB-005", _DATABASE.what)
    own, referred = parted((trace, database), inputs(tests=["error_leaks_internals"]))
    assert own == (database,)
    assert referred == ((trace, "error_leaks_internals"),)


@pytest.mark.parametrize(("see", "own"), [("TOOLS-07", 0), ("", 1), (None, 1), (7, 1)])
def test_who_refers_names_a_check(see, own):
    summary = {"total": 1, "passed": 0, "failed": 1, "skipped": 0, "inconclusive": 0}
    tests = [{"id": "a", "status": "failed", "see": see}]
    document = Document("run.json", {"summary": summary, "tests": tests})
    assert run_report.read(document, datetime(2026, 1, 1, tzinfo=UTC))["run.own_failures"] == own
    assert len(run_report.names_in(document).get("run.own_failures", ())) == own


def test_what_is_referred_to_is_shown_and_no_cause_of_its_own():
    found = Scanned(inputs(["HTTP-04"]), (RULE["NET-001"],), (finding("NET-001"),))
    report = scan_report(found)
    document = security_document(report)
    assert (document["total_findings"], document["findings"]) == (1, [])
    assert {name: n for name, n in document["counts"].items() if n} == {"high": 1}
    for name in ("defect", "exposure", "confident"):
        assert sum(document[f"{name}_counts"].values()) == 0
    assert [(each["see"], each["rule"]) for each in document["referred"]] == [
        ("HTTP-04", "NET-001")
    ]
    assert "see       HTTP-04: NET-001, 1 finding, counted there" in security_pretty(report)
    assert "- see HTTP-04: NET-001" in security_markdown(report)


def facts_of(data):
    document = Document("security.json", data)
    return security.read(document, datetime(2026, 1, 1, tzinfo=UTC)), security.names(document)


def test_who_counts_only_severities_still_hears_of_what_others_rule_on():
    both = (finding("NET-001"), finding("NET-002"))
    scan = security_document(scan_report(Scanned(inputs(["HTTP-04"]), RULES, both)))
    facts, names = facts_of({**scan, "scanned": {"tools": 1}})
    assert (facts["security.high_count"], facts["security.medium_count"]) == (1, 1)
    assert facts["security.total_findings"] == 2
    assert (facts["security.defect_high"], facts["security.defect_medium"]) == (0, 1)
    assert facts["security.confident_high"] == 0
    assert names["security.high_count"][0].label.endswith("(see HTTP-04)")
    assert len(names["security.total_findings"]) == 2
    assert "security.defect_high" not in names


HIGH = {"rule": "NET-001", "severity": "high", "see": "HTTP-04"}


@pytest.mark.parametrize(
    ("data", "because"),
    [
        ({"counts": {"high": 0}, "referred": [HIGH]}, "findings and referred (high) holds 1"),
        ({"total_findings": 0, "referred": [HIGH]}, "but findings and referred holds 1"),
        ({"counts": {"high": 2}, "referred": [HIGH, {}, {}]}, "but findings and referred holds 3"),
        ({"counts": {"low": 2}, "referred": [HIGH, {}]}, "counts.high is 0, but findings and"),
        ({"referred": {}}, "referred is not a list"),
        ({"referred": ["?"]}, "referred[0] is not an object"),
        ({"referred": [{"severity": "grave"}]}, "referred[0].severity is 'grave'"),
    ],
)
def test_counts_that_leave_out_what_is_referred_contradict_the_lists(data, because):
    with pytest.raises(InputError) as caught:
        facts_of({"findings": [], **data})
    assert because in str(caught.value)


def test_a_file_that_refers_to_nobody_is_counted_as_it_is():
    facts, names = facts_of({"findings": [{"severity": "high"}], "referred": None})
    assert (facts["security.high_count"], facts["security.total_findings"]) == (1, 1)
    assert names == {}
