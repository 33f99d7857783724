"""Results of the official suite: read strictly, kept apart from ours, and held against them."""

import json

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.same_question import ASKED_BY, SAME_QUESTIONS
from mcptest_action.core.checks.official import (
    Found,
    imported_document,
    is_of_scenario,
    official_report,
    our_report,
    read_scenario,
    settled_run,
)
from mcptest_action.core.checks.official.read import MOST_CHECKS
from mcptest_action.core.render.official_formats import OFFICIAL_FORMATS
from mcptest_action.core.text.errors import InputError

RUN = FIXTURES / "official" / "one-run"
SCHEMA = json.loads(
    (ROOT / "src/mcptest_action/schemas/conformance.schema.json").read_text(encoding="utf-8")
)
FOLDER = "server-ping-2026-11-16T12-00-00-000Z"
NOVEMBER, JULY = "2025-11-25", "2026-07-28"


def entry(check_id="ping", status="SUCCESS", **more):
    return {"id": check_id, "name": "Name", "description": "about it", "status": status, **more}


def wire(revision):
    url = f"https://example.com/schema/{revision}/schema.json"
    return entry("wire-schema-valid", specReferences=[{"id": "Schema", "url": url}])


def scenario(*entries, name="ping", file=None, run=""):
    folder = f"server-{name}-2026-11-16T12-00-00-000Z"
    file = file or f"{folder}/checks.json"
    return read_scenario(json.dumps(list(entries)), file, folder, run)


def settled(*scenarios, unfinished=(), version="", revision=""):
    return settled_run(scenarios, unfinished, version, revision)


def refused(call):
    with pytest.raises(InputError) as caught:
        call()
    return str(caught.value)


def ours(*rows, **more):
    """A report of ours: each row an id, and a status in every revision or in some."""
    checks = []
    for check_id, status in rows:
        by_revision = (
            status if isinstance(status, dict) else dict.fromkeys((NOVEMBER, JULY), status)
        )
        found = {
            rev: {"status": one, "because": f"because of {rev}", "spec": "x"}
            for rev, one in by_revision.items()
        }
        worst = "failed" if "failed" in by_revision.values() else "passed"
        checks.append(
            {"id": check_id, "level": "MUST", "status": worst, "because": "x", "revisions": found}
        )
    return our_report({"schema_version": "mcptest.dev/conformance/v1", "checks": checks, **more})


def fixture_run():
    files = sorted(RUN.glob("*/checks.json"))
    scenarios = [
        read_scenario(path.read_text(encoding="utf-8"), path.parent.name, path.parent.name, "run")
        for path in files
    ]
    return settled_run(scenarios, [], "0.2.0", "")


def test_a_run_is_read_as_it_stands():
    run = fixture_run()
    assert [each.name for each in run.scenarios] == [
        "ping",
        "server-session-lifecycle",
        "tools-list",
    ]
    assert {each.revision for each in run.scenarios} == {NOVEMBER}, "the third is of the same run"
    assert (run.total, run.count(Found.SUCCESS), run.count(Found.FAILURE)) == (6, 3, 2)
    assert (run.count(Found.WARNING), run.count(Found.SKIPPED), run.untestable) == (1, 1, 1)
    assert run.scenarios[0].digest.startswith("sha256:")
    assert run.scenarios[2].checks[0].because == "a tool has no description"


def test_the_draft_of_the_suite_is_the_revision_of_july():
    assert scenario(wire("draft")).revision == JULY
    assert scenario(wire(NOVEMBER), wire("draft")).revision == "", "it says two things"
    assert scenario(entry()).revision == ""


def test_scenarios_without_a_revision_have_that_of_their_run():
    first = scenario(wire(NOVEMBER), name="a", run="one")
    second = scenario(wire(JULY), name="b", run="two")
    silent = scenario(entry(), name="c", run="two")
    lost = scenario(entry(), name="d", run="three")
    run = settled(first, second, silent, lost)
    assert [each.revision for each in run.scenarios] == [NOVEMBER, JULY, JULY, ""]
    assert run.revisions == (NOVEMBER, JULY)
    assert settled(lost, revision=NOVEMBER).revisions == (NOVEMBER,)


def test_a_folder_tells_what_was_tested():
    assert is_of_scenario(FOLDER)
    assert not is_of_scenario("server-ping")
    assert read_scenario(json.dumps([entry()]), "x/checks.json", "x").name == ""
    assert "is the result of a client or of an authorization server" in refused(
        lambda: read_scenario("[]", "f", "initialize-2026-11-16T12-00-00-000Z")
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{}", "f: is not the checks.json of the official suite (looked for a list of checks"),
        ('{"schema_version": "x"}', "(a report of ours is given with --with)"),
        ("[1]", "f: [0] is not an object"),
        ('[{"id": "a"}]', "f: [0].status is missing or not text (known: SUCCESS, FAILURE"),
        ('[{"id": "a", "status": "OK"}]', "f: [0].status is 'OK'"),
        ('[{"id": "a", "status": ["SUCCESS"]}]', "f: [0].status is missing or not text"),
        ('[{"status": "INFO"}]', "f: [0].id is missing or empty"),
        ('[{"id": 1, "status": "INFO"}]', "f: [0].id is not text"),
        ('[{"id": "a", "status": "INFO", "errorMessage": {}}]', "f: [0].errorMessage is not text"),
        ('[{"id": "a", "id": "b"}]', "f:1:14: the key 'id' appears twice in one object"),
        ("[" * 300 + "]" * 300, "nested more than 200 levels deep"),
        ("", "f:1:1: the file is empty"),
    ],
)
def test_what_is_no_result_is_refused(text, problem):
    assert problem in refused(lambda: read_scenario(text, "f", FOLDER))


def test_odd_references_are_left_out():
    odd = ["x", {"url": 1}, {"url": "javascript:x"}, {"url": "https://a b"}, {"url": "https://ok"}]
    assert scenario(entry(specReferences=odd)).checks[0].spec == ("https://ok",)
    assert scenario(entry(specReferences="x")).checks[0].spec == ()


def test_long_texts_are_cut_and_secrets_masked():
    check = scenario(entry(errorMessage="x" * 100_000)).checks[0]
    assert len(check.because) < 10_000
    secret = "sk-ant-api03-" + "a1B2" * 10
    link = {"id": "x", "url": f"https://example.com/?key={secret}"}
    said = entry(f"ping {secret}", errorMessage=secret, name=secret, specReferences=[link])
    (told,) = scenario(said).checks
    assert "a1B2a1B2a1B2" not in str(told)
    assert told.id.startswith("ping sk-")


@pytest.mark.parametrize("status", ["SKIPPED", "INFO"])
def test_a_run_without_a_result_is_refused(status):
    assert refused(lambda: settled(scenario(entry(status=status), file="f"))) == (
        "f: no check came to a result (1 listed, none of them SUCCESS, FAILURE, WARNING)"
        " (did the suite reach the server?)"
    )
    empty = [scenario(name="a"), scenario(name="b")]
    assert refused(lambda: settled(*empty)).startswith("2 files: no check came to a result (0")


def test_two_results_of_one_scenario_are_refused():
    twice = [scenario(wire(JULY), file="a"), scenario(wire(JULY), file="b")]
    assert refused(lambda: settled(*twice)) == (
        "b: the scenario ping is also in a (import one run at a time; remove the older one)"
    )


def test_files_that_name_no_scenario_are_not_taken_for_the_same():
    """Outside of the working directory, only the name of a file is shown."""
    text = json.dumps([entry()])
    unnamed = [read_scenario(text, "checks.json", folder) for folder in ("a", "b")]
    assert settled(*unnamed).total == len(unnamed)


def test_only_faults_are_counted_as_not_testable():
    said = {"errorMessage": "Not testable: no tools"}
    one = scenario(*(entry(status=each, **said) for each in Found))
    assert settled(one).untestable == len((Found.FAILURE, Found.WARNING))


def test_a_revision_that_the_files_contradict_is_refused():
    said = refused(lambda: settled(scenario(wire(JULY), file="a"), revision=NOVEMBER))
    assert said == f"a: was run in {JULY}, and --spec-version says {NOVEMBER}"


def test_too_many_checks_are_refused():
    many = scenario(*[entry()] * (MOST_CHECKS + 1), file="f")
    assert refused(lambda: settled(many)) == "f: more than 10,000 checks (no run has that many)"


def test_an_unfinished_scenario_is_told():
    run = settled(scenario(entry()), unfinished=["server-x"])
    assert run.incomplete == "no checks.json was left by server-x"
    assert imported_document(official_report(run, None))["official"]["incomplete"]
    for form in ("pretty", "markdown", "junit"):
        assert "server-x" in OFFICIAL_FORMATS[form](official_report(run, None))


def test_every_question_is_asked_by_checks_that_exist():
    ids = {check.id for check in CHECKS}
    assert {each for q in SAME_QUESTIONS for each in (*q.ours, *q.or_in)} <= ids
    assert len(ASKED_BY) == sum(len(question.theirs) for question in SAME_QUESTIONS)


def compared(run, report):
    found = official_report(run, report)
    return found.compared, [
        ([check.id for check in each.theirs], [row.id for row in each.ours])
        for each in found.disagreements
    ]


@pytest.mark.parametrize(
    ("theirs", "status", "expected"),
    [
        ("SUCCESS", "passed", (1, [])),
        ("FAILURE", "failed", (1, [])),
        ("WARNING", "failed", (1, [])),
        ("SUCCESS", "failed", (1, [(["ping"], ["LIFE-06"])])),
        ("FAILURE", "passed", (1, [(["ping"], ["LIFE-06"])])),
        ("SKIPPED", "passed", (0, [])),
        ("SUCCESS", "not_verified", (0, [])),
        ("FAILURE", "not_applicable", (0, [])),
    ],
)
def test_only_rulings_of_both_can_disagree(theirs, status, expected):
    run = settled(scenario(entry(status=theirs), wire(NOVEMBER)))
    assert compared(run, ours(("LIFE-06", status))) == expected


def test_rulings_are_compared_in_the_revision_that_was_run():
    run = settled(scenario(entry(status="FAILURE"), wire(NOVEMBER)))
    assert compared(run, ours(("LIFE-06", {NOVEMBER: "failed", JULY: "passed"}))) == (1, [])
    assert compared(run, ours(("LIFE-06", {JULY: "failed"}))) == (0, [])
    unknown = settled(scenario(entry(status="FAILURE")))
    assert compared(unknown, ours(("LIFE-06", {JULY: "failed"}))) == (1, []), "over all revisions"


def test_what_they_could_not_test_is_no_ruling():
    untestable = entry("sep-2243-server-reject-invalid-headers", "FAILURE",
                       errorMessage="Not testable: no tools")  # fmt: skip
    tested = entry("sep-2243-server-reject-error-code")
    run = settled(scenario(untestable, tested, wire(JULY)))
    assert compared(run, ours(("HHDR-07", "failed"))) == (0, []), "they passed only a part"
    worse = settled(scenario(untestable, {**tested, "status": "FAILURE"}, wire(JULY)))
    assert compared(worse, ours(("HHDR-07", "passed"))) == (
        1,
        [(["sep-2243-server-reject-error-code"], ["HHDR-07"])],
    )


def test_one_way_to_refuse_is_enough_where_they_ask_for_one():
    run = settled(scenario(entry("localhost-host-rebinding-rejected"), wire(JULY)))
    assert compared(run, ours(("HTTP-04", "failed"), ("HTTP-06", "passed"))) == (1, [])
    both = ours(("HTTP-04", "failed"), ("HTTP-06", "failed"))
    assert compared(run, both)[1] == [
        (["localhost-host-rebinding-rejected"], ["HTTP-04", "HTTP-06"])
    ]


@pytest.mark.parametrize(
    ("theirs", "rows", "expected"),
    [
        ("wire-schema-valid", {"BASE-01": "passed", "BASE-08": "not_verified"}, 0),
        ("wire-schema-valid", {"BASE-01": "failed", "BASE-08": "not_verified"}, 1),
        ("wire-schema-valid", {"BASE-01": "passed", "BASE-08": "not_applicable"}, 1),
        ("localhost-host-rebinding-rejected", {"HTTP-04": "failed", "HTTP-05": "not_verified"}, 0),
        ("localhost-host-rebinding-rejected", {"HTTP-04": "passed", "HTTP-05": "not_verified"}, 1),
    ],
)
@pytest.mark.parametrize("status", ["SUCCESS", "FAILURE"])
def test_what_a_row_that_is_not_verified_would_decide_is_not_compared(
    status, theirs, rows, expected
):
    asked = [entry(theirs, status), *([wire(JULY)] if theirs != "wire-schema-valid" else [])]
    run = settled(scenario(*asked), revision=JULY)
    assert compared(run, ours(*rows.items()))[0] == expected


def test_a_fault_that_we_find_under_another_id_is_no_disagreement():
    run = settled(scenario(entry(status="FAILURE"), wire(NOVEMBER)))
    passed = ("LIFE-06", "passed")
    assert compared(run, ours(passed, ("LIFE-01", "failed"))) == (1, [])
    assert len(compared(run, ours(passed, ("LIFE-01", {JULY: "failed"})))[1]) == 1
    good = settled(scenario(entry(), wire(NOVEMBER)))
    assert len(compared(good, ours(("LIFE-06", "failed"), ("LIFE-01", "failed")))[1]) == 1


def test_a_report_of_ours_without_rows_is_not_compared():
    run = fixture_run()
    assert compared(run, our_report({"checks": [{"id": 1}, {"id": "A", "status": "passed"}]})) == (
        0,
        [],
    )
    odd = our_report({"checks": [{"id": "LIFE-06", "status": "passed", "revisions": {"x": 1}}]})
    assert compared(run, odd) == (0, [])
    assert compared(run, our_report({})) == (0, [])


def test_the_document_keeps_ours_and_adds_a_group(golden):
    own = {"badge": "F", "tier": "F", "must_passed": 1, "must_total": 2, "should_passed": 0,
           "should_total": 0}  # fmt: skip
    rows = ours(("TOOLS-01", "passed"), ("LIFE-06", "failed"), **own)
    report = official_report(fixture_run(), rows)
    document = imported_document(report)
    assert {key: document[key] for key in own} == own
    assert document["checks"] == rows.document["checks"]
    Draft202012Validator(SCHEMA).validate(document)
    alone = imported_document(official_report(fixture_run(), None))
    Draft202012Validator(SCHEMA).validate(alone)
    assert set(alone) == {"schema_version", "official"}, "no count of ours, not even a zero"
    assert alone["official"]["compared"] is None
    for form, name in (("pretty", "txt"), ("markdown", "md"), ("junit", "xml")):
        golden(FIXTURES / "official" / f"one-run.{name}", OFFICIAL_FORMATS[form](report))
    golden(FIXTURES / "official" / "one-run.json", OFFICIAL_FORMATS["json"](report))


def test_reports_say_when_nothing_was_compared():
    run = fixture_run()
    assert "add --with conformance.json" in OFFICIAL_FORMATS["pretty"](official_report(run, None))
    nothing = official_report(run, our_report({}))
    assert "nothing on which both have ruled" in OFFICIAL_FORMATS["pretty"](nothing)
    agreed = official_report(run, ours(("LIFE-06", "passed")))
    assert "they agree on all of them" in OFFICIAL_FORMATS["markdown"](agreed)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({}, "they agree on all of them\n"),
        ({"incomplete": None, "partial": None}, "they agree on all of them\n"),
        ({"incomplete": "x"}, "all of them; our own examination is incomplete\n"),
        ({"partial": "x"}, "all of them; our own report is on a part of the checks\n"),
        ({"incomplete": "x", "partial": "y"}, "all of them; our own examination is incomplete\n"),
    ],
)
def test_reports_say_when_ours_is_not_the_whole(own, said):
    run = fixture_run()
    report = official_report(run, ours(("LIFE-06", "passed"), **own))
    assert said in OFFICIAL_FORMATS["pretty"](report)
    nothing = official_report(run, our_report(own))
    assert said.removeprefix("they agree on all of them").removeprefix("all of them") in (
        OFFICIAL_FORMATS["markdown"](nothing)
    )


def test_texts_of_a_server_do_no_harm():
    nasty = "\x1b[31m::error::<img src=x>|@all\n\x00`*"
    run = settled(scenario(entry("ping", "FAILURE", errorMessage=nasty), wire(NOVEMBER)),
                  scenario(entry(nasty, "WARNING"), name="n\x1b|<b>", file="g"),
                  unfinished=[nasty], version=nasty)  # fmt: skip
    report = official_report(run, ours(("LIFE-06", "passed")))
    texts = {form: make(report) for form, make in OFFICIAL_FORMATS.items()}
    assert not any("\x1b" in text or "\x00" in text for text in texts.values())
    assert "\n::error" not in texts["pretty"]
    assert "<img" not in texts["markdown"]
    assert "<img" not in texts["junit"]
    assert "<b>" not in texts["markdown"]
