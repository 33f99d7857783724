"""The frame around the checks: who is asked what, and what becomes of the answers."""

from __future__ import annotations

import json
import pkgutil
from importlib import import_module

import pytest
from conftest import ROOT
from examinees import LOOPBACK, MODERN, NOVEMBER, error, examinee, fed, replied, status, worded
from jsonschema import Draft202012Validator

from mcptest_action.core.checks.conformance import checks, conduct
from mcptest_action.core.checks.conformance.catalogue import (
    CHECKS,
    FAMILIES,
    PROBES,
    REVIEWS,
    SOURCES,
)
from mcptest_action.core.checks.conformance.config import (
    ExamConfig,
    Selection,
    exam_document,
    exam_of_document,
)
from mcptest_action.core.checks.conformance.document import conformance_document
from mcptest_action.core.checks.conformance.examine import (
    RULED_BY,
    CheckResult,
    Examined,
    examine,
    probes_for,
)
from mcptest_action.core.checks.conformance.examinees import RunPart, run_part_of, without_run
from mcptest_action.core.checks.conformance.expected import load_expected
from mcptest_action.core.checks.conformance.locked import unknown_here
from mcptest_action.core.checks.conformance.meet import Introduction, NotSpoken, meet
from mcptest_action.core.checks.conformance.model import Check, Level, Needs, Probe, Review
from mcptest_action.core.checks.conformance.report import (
    Counts,
    badge_of,
    check_rows,
    conformance_report,
    counts_of,
)
from mcptest_action.core.checks.conformance.revision import (
    LEGACY,
    REVISIONS,
    everywhere,
    spec_link,
    written,
)
from mcptest_action.core.checks.probes.catalogue import PROBES as RUN_PROBES
from mcptest_action.core.checks.results.ruling import (
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
)
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.ended import Ended
from mcptest_action.core.checks.run.model import RunRecord
from mcptest_action.core.checks.run.rebuild import Rebuilt
from mcptest_action.core.protocol.exchange.provenance import Provenance
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    HttpAnswer,
    Opened,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import Close, Fresh, Request
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.core.protocol.target.server_address import Address, address_of
from mcptest_action.core.protocol.transcript.lines import Exchange, Key, cut_off
from mcptest_action.core.safety.decide import Calls
from mcptest_action.core.text.errors import InputError

LATE, GONE = TimedOut(5.0), Unreachable("refused")
SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/conformance.schema.json").read_text())


def test_no_id_is_given_twice():
    ids = [check.id for check in CHECKS]
    assert len(ids) == len(set(ids))
    probes = [probe.id for probe in PROBES]
    assert len(probes) == len(set(probes))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_every_check_says_where_it_is_written_and_what_to_do(check):
    assert set(check.revisions) <= set(check.spec)
    assert check.expects.endswith(".")
    assert check.remedy.endswith(".")
    assert check.sends
    assert check.basis in ("spec", "schema", "derived", "json-rpc", "robustness")
    assert check.transports


def test_what_informs_a_review_is_wanted_by_one():
    reviewed = {check.id for review in REVIEWS for check in review.checks}
    ruled = {check.id for source in SOURCES for check in source.checks}
    assert {name for probe in PROBES for name in probe.informs} <= ruled
    assert reviewed <= ruled


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_probe_that_only_informs_is_asked_in_every_revision(revision):
    asked = {probe.id for probe in ExamConfig().probes(examinee(revision))}
    assert {probe.id for probe in PROBES if not probe.checks} <= asked


MUST, SHOULD, INFO = Level.MUST, Level.SHOULD, Level.INFO


def test_only_what_passed_or_failed_is_counted():
    rows = [
        (MUST, Status.PASSED), (MUST, Status.FAILED), (MUST, Status.INCONCLUSIVE),
        (SHOULD, Status.PASSED), (SHOULD, Status.SKIPPED), (INFO, Status.FAILED),
    ]  # fmt: skip
    assert counts_of(iter(rows)) == Counts(1, 2, 1, 1)


@pytest.mark.parametrize(
    ("counts", "badge"),
    [
        (Counts(1, 1, 0, 0), "T1"),
        (Counts(9, 9, 95, 100), "T1"),
        (Counts(9, 9, 94, 100), "T2"),
        (Counts(9, 9, 70, 100), "T2"),
        (Counts(9, 9, 69, 100), "T3"),
        (Counts(9, 9, 0, 5), "T3"),
        (Counts(8, 9, 5, 5), "F"),
        (Counts(0, 0, 5, 5), "F"),
    ],
)
def test_the_badge_follows_from_the_counts(counts, badge):
    assert badge_of(counts, None) == badge
    assert badge_of(counts, Ended("the server died")) == "F"


def test_links_lead_to_the_revision():
    assert spec_link("server/tools#tool", MODERN).endswith(
        f"/specification/{MODERN}/server/tools#tool"
    )
    assert spec_link("https://www.jsonrpc.org/x", MODERN) == "https://www.jsonrpc.org/x"
    assert set(everywhere("p")) == set(REVISIONS)
    assert set(written("p")) == set(LEGACY)
    assert set(written(modern="p")) == {MODERN}


@pytest.mark.parametrize(
    ("only", "skip", "wanted"),
    [
        ((), (), True),
        (("TOOLS",), (), True),
        (("TOOLS-01",), (), True),
        (("TOOLS-02",), (), False),
        (("TOOL",), (), False),
        (("TOOLS",), ("TOOLS-01",), False),
        ((), ("TOOLS",), False),
    ],
)
def test_checks_are_chosen_by_id_or_family(only, skip, wanted):
    assert Selection(only=only, skip=skip).wants("TOOLS-01") is wanted


def test_only_probes_of_wanted_checks_are_sent():
    config = ExamConfig(Selection(only=("TOOLS-07",)), LOOPBACK)
    assert [probe.id for probe in config.probes(examinee())] == ["stray_calls"]
    assert config.reviews(examinee()) == ()
    assert config.reviews(examinee()._replace(locked=True)) == ()


def test_a_review_gets_the_probes_that_it_looks_back_at():
    config = ExamConfig(Selection(only=("BASE-03",)), LOOPBACK)
    assert "unknown_method" in [probe.id for probe in config.probes(examinee())]
    config = ExamConfig(Selection(only=("LIFE-16",)), LOOPBACK)
    probes = {probe.id for probe in config.probes(examinee())}
    assert {"progress", "call_progress"} <= probes, "they rule nothing by themselves"


def test_a_locked_server_is_only_asked_about_that():
    config = ExamConfig(Selection(), LOOPBACK)
    locked = examinee()._replace(locked=True)
    assert config.probes(locked)
    assert all(probe.of_locked for probe in config.probes(locked))
    assert all(review.of_locked for review in config.reviews(locked))


def test_a_configuration_comes_back_as_it_was():
    config = ExamConfig(Selection((MODERN,), True, ("HTTP",), ("HTTP-04",)), LOOPBACK)
    document = json.loads(json.dumps(exam_document(config)))
    assert exam_of_document(document, "t.jsonl") == config


@pytest.mark.parametrize("document", [{}, [], {"selection": {}, "place": {}}, {"selection": 5}])
def test_a_configuration_that_is_none_is_refused(document):
    with pytest.raises(InputError, match="holds no usable configuration"):
        exam_of_document(document, "t.jsonl")


def test_every_probe_that_rules_a_check_exists():
    assert set(RULED_BY) <= {probe.id for probe in RUN_PROBES}
    everything = ExamConfig()
    assert probes_for(everything) == tuple(RULED_BY)
    assert probes_for(ExamConfig(Selection(only=("TOOLS-12",)))) == ("wrong_type",)
    assert probes_for(ExamConfig(Selection(skip=("TOOLS",)))) == ()


def test_what_the_run_contributes():
    config = RunConfig()
    none = config._replace(execution=config.execution._replace(calls=Calls.NONE))
    assert without_run(config) == RunPart(config=config)
    assert without_run(none) == RunPart(config=none)
    record = RunRecord((), None, Ended("the server died"))
    rebuilt = Rebuilt(*[None] * len(Rebuilt._fields))._replace(
        config=none, surface=examinee().surface, record=record
    )
    assert run_part_of(rebuilt) == RunPart(MODERN, (), none, Ended("the server died"))


def test_a_process_has_no_address():
    assert address_of(Command(("server",), {}, None)) == Address()


def test_who_was_given_credentials_is_told_that_they_do_not_open_the_door():
    assert "does not accept the credentials" in unknown_here(Address(credentials=True), status(401))
    assert "wants credentials" in unknown_here(Address(), status(401))


def check(check_id="X-01", level=Level.MUST):
    return Check(check_id, level, "It works.", "a request", "Make it work.", everywhere("basic"))


def examined(**by_revision):
    results = {
        revision.strip("_").replace("_", "-"): tuple(rows) for revision, rows in by_revision.items()
    }
    return Examined(tuple(results), tuple(results), results, (), None)


@pytest.mark.parametrize(
    ("one", "other", "status"),
    [
        (passed("a"), failed("b"), Status.FAILED),
        (passed("a"), not_applicable("b"), Status.PASSED),
        (passed("a"), not_verified("b"), Status.PASSED),
        (not_applicable("a"), not_verified("b"), Status.INCONCLUSIVE),
        (not_applicable("a"), not_applicable("b"), Status.SKIPPED),
    ],
)
def test_a_check_that_fails_in_one_revision_failed(one, other, status):
    for first, second in ((one, other), (other, one)):
        found = examined(
            _2025_11_25=[CheckResult(check(), first)], _2026_07_28=[CheckResult(check(), second)]
        )
        (row,) = check_rows(found)
        assert row.status is status
        assert set(row.revisions) == {NOVEMBER, MODERN}


def exchange(step=1, check_id="p", result=None):
    return Exchange(Key(check_id, None, 1, step), {"step": "Request"}, Replied(result or {}), 1.0)


def document(*results, exchanges=(), expected=None, incomplete=""):
    found = Examined(
        (MODERN,),
        (MODERN,),
        {MODERN: results},
        tuple(exchanges),
        Ended(incomplete) if incomplete else None,
    )
    made = conformance_document(conformance_report(found, ExamConfig(address=LOOPBACK), expected))
    Draft202012Validator(SCHEMA).validate(json.loads(json.dumps(made)))
    return made


def test_the_document_keeps_its_schema():
    made = document(
        CheckResult(check("A-02"), failed("no")),
        CheckResult(check("A-01"), passed("yes")),
        CheckResult(check("A-03", SHOULD), not_applicable("nothing")),
        CheckResult(check("A-04", INFO), not_verified("late")),
    )
    assert [row["id"] for row in made["checks"]] == ["A-01", "A-02", "A-03", "A-04"]
    assert (made["badge"], made["must_passed"], made["must_total"]) == ("F", 1, 2)
    assert made["incomplete"] is None
    assert "new_failures" not in made
    assert [row["remedy"] for row in made["checks"]] == [None, "Make it work.", None, None]
    assert document(CheckResult(check(), passed("x")), incomplete="it died")["badge"] == "F"


def evidence(ruling, exchanges, probe="p"):
    (row,) = document(CheckResult(check(), ruling, probe), exchanges=exchanges)["checks"]
    return row["revisions"][MODERN]["evidence"]


def test_evidence_is_what_the_probe_did_in_its_order():
    both = [exchange(2, result={"n": 2}), exchange(1, result={"n": 1}), exchange(1, "other")]
    assert [e["reaction"]["result"] for e in evidence(failed("no"), both)] == [{"n": 1}, {"n": 2}]
    assert evidence(failed("no"), both, probe="") == []
    shown = exchange(7, "elsewhere", {"n": 7})._replace(others=({"noise": "x"},))
    (found,) = evidence(failed("no", shown), both)
    assert (found["reaction"]["result"], found["others"]) == ({"n": 7}, [{"noise": "x"}])
    assert len(evidence(failed("no"), [exchange(n) for n in range(9)])) == 5


def test_neither_evidence_nor_reasons_are_as_long_as_a_server_likes():
    made = document(
        CheckResult(check(), failed("x" * 1_000_000), "p"),
        exchanges=[exchange(result={"text": "y" * 1_000_000})._replace(others=("z" * 1_000_000,))],
    )
    assert len(json.dumps(made)) < 20_000


EXPECTED = load_expected("server:\n  - BASE-06\n  - tools-call-image\n  - ping\n", "f.yml")


def test_what_a_file_makes_of_it():
    made = document(
        CheckResult(check("BASE-06"), failed("no")),
        CheckResult(check("BASE-07"), failed("no")),
        CheckResult(check("LIFE-06"), passed("yes")),
        expected=EXPECTED,
    )
    assert made["expected_failures"] == "f.yml"
    assert made["new_failures"] == ["BASE-07"]
    assert made["stale_expectations"] == ["ping"]
    assert made["without_counterpart"] == ["tools-call-image"]


def test_what_is_only_recorded_is_no_new_failure():
    made = document(CheckResult(check("HTTP-19", INFO), failed("no")), expected=EXPECTED)
    assert made["new_failures"] == []


DISCOVERED = {
    "supportedVersions": [MODERN], "capabilities": {}, "serverInfo": {"name": "s", "version": "1"},
}  # fmt: skip
INITIALIZED = {
    "protocolVersion": NOVEMBER, "capabilities": {}, "serverInfo": {"name": "s", "version": "1"},
}  # fmt: skip


LISTING = {**INITIALIZED, "capabilities": {"tools": {}}}


def test_a_server_is_met_in_one_revision():
    met, steps = fed(meet(NOVEMBER, "1"), Replied(INITIALIZED), Accepted())
    assert isinstance(met, Introduction)
    assert [step.method for step in steps] == ["initialize", "notifications/initialized"]
    other, _ = fed(meet("2025-06-18", "1"), Replied(INITIALIZED))
    assert other == NotSpoken(f"replied in {NOVEMBER}", Replied(INITIALIZED))


def ask(name="p", needs=Needs.SHARED, sends=Provenance.SOUND):
    def script(_ground):
        yield Request("x")
        return {"X-01": passed("answered")}

    return Probe(name, (check(),), script, needs, sends=sends)


def lane_of(known, *probes):
    return next(iter(conduct.lanes(known, probes)))


def driven(lane, answers):
    """What a lane comes to; answers by the name of the task, each a list of reactions."""
    names = []

    def performed(task):
        name = task.check.partition("/")[2]
        names.append(name)
        reactions = answers.get(name, [Closed("x")] if name.startswith("close") else [replied()])
        return reactions if isinstance(reactions, Ended) else fed(task.script, *reactions)[0]

    return pump(lane, performed), names


def test_probes_share_a_connection_which_is_closed():
    known = examinee()
    end, names = driven(lane_of(known, ask("a"), ask("b")), {})
    assert names == ["a", "b", "close"]
    assert end.ended is None
    assert [ruled.probe for ruled in end.ruled] == [f"{MODERN}/a", f"{MODERN}/b"]


def test_a_broken_connection_is_made_again():
    known = examinee(NOVEMBER)
    again = {"a": [LATE], "reconnect": [Opened(), Replied(INITIALIZED), Accepted()]}
    end, names = driven(lane_of(known, ask("a"), ask("b")), again)
    assert names == ["a", "reconnect", "b", "close"]
    assert end.ended is None


def test_what_broke_when_the_server_was_met_is_made_again_first():
    met, _ = fed(meet(NOVEMBER, "1"), Replied(LISTING), Accepted(), (GONE,))
    assert met.broken
    known = examinee(NOVEMBER)._replace(broken=True)
    again = {"reconnect": [Opened(), Replied(INITIALIZED), Accepted()]}
    _, names = driven(lane_of(known, ask("a"), ask("b")), again)
    assert names == ["reconnect", "a", "b", "close"]


@pytest.mark.parametrize(
    ("reconnect", "why"),
    [
        ([GONE], "the server could not be reached on a new connection"),
        (
            [Opened(), LATE],
            "the server did not say hello on a new connection: it did not answer within 5 s",
        ),
        (Ended("out of time"), "out of time"),
    ],
)
def test_where_there_is_no_new_connection_the_rest_is_not_verified(reconnect, why):
    known = examinee(NOVEMBER)
    answers = {"a": [LATE], "reconnect": reconnect}
    end, names = driven(lane_of(known, ask("a"), ask("b")), answers)
    assert names == ["a", "reconnect", "close"]
    assert end.ended == Ended(why)
    assert end.ruled[1].rulings["X-01"] == not_verified(f"not sent: {why}")


def test_a_server_that_breaks_again_and_again_is_left_alone():
    known = examinee(NOVEMBER)
    probes = [ask(str(n)) for n in range(9)]
    answers = {str(n): [LATE] for n in range(9)}
    answers["reconnect"] = [Opened(), Replied(INITIALIZED), Accepted()]
    end, names = driven(lane_of(known, *probes), answers)
    assert names.count("reconnect") == conduct.MOST_BREAKS_IN_A_LANE
    assert end.ended == Ended("the connection broke 8 times, so no more was tried")
    assert len(end.ruled) == 9


LOST = RpcError(-32001, "Session not found", None, HttpAnswer(404, {}))


def test_a_session_that_the_server_ended_is_begun_anew():
    known = examinee(NOVEMBER)
    again = {"a": [LOST], "reconnect": [Opened(), Replied(INITIALIZED), Accepted()]}
    end, names = driven(lane_of(known, ask("a"), ask("b")), again)
    assert names == ["a", "reconnect", "b", "close"]
    assert end.ended is None


def test_a_server_that_ends_every_session_is_left_alone():
    probes = [ask(str(n)) for n in range(30)]
    answers = {str(n): [LOST] for n in range(30)}
    answers["reconnect"] = [Opened(), Replied(INITIALIZED), Accepted()]
    end, names = driven(lane_of(examinee(NOVEMBER), *probes), answers)
    assert names.count("reconnect") == conduct.MOST_SESSIONS - 1
    assert end.ended == Ended("the server ended 20 sessions, so no more was tried")


def test_what_is_cut_off_is_not_verified():
    known = examinee()
    end, names = driven(lane_of(known, ask("a"), ask("b")), {"a": Ended("out of time")})
    assert names == ["a", "close"]
    assert [ruled.rulings["X-01"].because for ruled in end.ruled] == [
        "cut off: out of time",
        "not sent: out of time",
    ]


def own(needs, *reactions, known=None):
    known = known or examinee(NOVEMBER)
    _, lane = conduct.lanes(known, [ask(needs=needs)])
    task = next(lane)
    answer, steps = fed(task.script, *reactions)
    with pytest.raises(StopIteration) as done:
        lane.send(answer)
    return done.value.value, steps


def test_a_probe_of_its_own_gets_a_new_connection():
    end, steps = own(Needs.SILENT, Opened(), replied(), Closed("x"))
    assert steps == [Fresh(), Request("x"), Close()]
    assert end.ruled[0].rulings["X-01"] == passed("answered")
    assert end.ended is None


def test_a_probe_with_nothing_to_ask_gets_no_connection():
    def script(_known):
        yield from ()
        return {"X-01": passed("nothing to ask")}

    probe = ask(needs=Needs.SILENT)._replace(script=script)
    task = next(conduct.own_lane(examinee(NOVEMBER), probe))
    rulings, steps = fed(task.script)
    assert rulings == {"X-01": passed("nothing to ask")}
    assert steps == []


def test_what_comes_before_the_hello_goes_on_where_there_was_none():
    spare = examinee(NOVEMBER)._replace(has_spare=True)
    _, steps = own(Needs.BEFORE, replied(), Closed("x"), known=spare)
    assert steps == [Request("x"), Close()]
    _, steps = own(Needs.BEFORE, Opened(), replied(), Closed("x"))
    assert steps == [Fresh(), Request("x"), Close()]


def test_what_comes_before_the_hello_is_asked_once_for_all_revisions():
    probe = ask(needs=Needs.BEFORE)
    june, november = (examinee(name)._replace(spoken=BOTH) for name in BOTH)
    assert next(conduct.own_lane(june, probe)).check == f"{NOVEMBER}/p"
    assert next(conduct.own_lane(november, probe)).check == f"{NOVEMBER}/p"
    assert not conduct.is_asked_alone(june, probe)
    assert conduct.is_asked_alone(november, probe)
    assert not conduct.is_asked_alone(november, ask(needs=Needs.LAST))


def test_what_may_end_the_connection_comes_last():
    probes = (ask("a", needs=Needs.LAST), ask("b"), ask("c", needs=Needs.LAST))
    _, names = driven(lane_of(examinee(), *probes), {})
    assert names == ["b", "a", "c", "close"]


@pytest.mark.parametrize("needs", [Needs.SILENT, Needs.BEFORE])
def test_a_probe_without_a_connection_is_cut_off(needs):
    end, steps = own(needs, GONE, Closed("x"))
    why = "the server could not be reached on a new connection"
    assert steps == [Fresh(), Close()]
    assert end.ended == Ended(why)
    assert end.ruled[0].rulings["X-01"] == not_verified(f"cut off: {why}")


SENT = {"step": "Request"}


def meeting(revision, *reactions):
    return [
        Exchange(Key(f"{revision}/meet", None, 1, number), SENT, reaction, 1.0)
        for number, reaction in enumerate(reactions, 1)
    ]


HELLO = (Replied(INITIALIZED), Accepted())
NO = (error(-32000),)


def rulings(*exchanges, revisions=(NOVEMBER,), pinned=False, only=("ERA", "BASE-06")):
    config = ExamConfig(Selection(revisions, pinned, only), Address())
    found = examine(exchanges, config, RunPart(), "1")
    words = {
        f"{revision} {row.check.id}": worded(row.ruling)
        for revision, rows in found.results.items()
        for row in rows
    }
    return words, found


def asked(revision, reaction, number=1):
    return Exchange(Key(f"{revision}/unknown_method", None, 2, number), SENT, reaction, 1.0)


CLOSE = Exchange(Key(f"{NOVEMBER}/close", None, 1, 1), {"step": "Close"}, Closed("x"), 1.0)
# What comes before anything odd: the end of the first connection, and the start of another.
ODD = (
    CLOSE,
    *(
        Exchange(Key(f"{NOVEMBER}/odd", None, 2, number), SENT, reaction, 1.0)
        for number, reaction in enumerate((Opened(), *HELLO), 1)
    ),
)
LATE_CLOSE = CLOSE._replace(key=Key(f"{NOVEMBER}/close_after_odd", None, 2, 1))


def test_an_examination_from_a_transcript():
    words, found = rulings(*meeting(NOVEMBER, *HELLO), *ANSWERED)
    assert words[f"{NOVEMBER} ERA-01"] == "passed: the server said hello in it"
    assert words[f"{NOVEMBER} BASE-06"].startswith("passed")
    assert (found.spoken, found.ended) == ((NOVEMBER,), None)


def test_a_transcript_that_ends_early_is_incomplete():
    words, found = rulings(*meeting(NOVEMBER, *HELLO), *ODD)
    assert words[f"{NOVEMBER} BASE-06"].startswith("not_verified: cut off: the transcript is not")
    assert found.ended.because.startswith("the transcript is not complete")
    words, found = rulings()
    assert words[f"{NOVEMBER} ERA-01"].startswith("not_verified: cut off: ")
    assert found.ended.because.startswith("the transcript is not complete")
    _, found = rulings(*meeting(NOVEMBER, *HELLO), cut_off("out of time"))
    assert found.ended == Ended("out of time")


def test_a_revision_that_is_not_spoken_is_one_failure():
    words, found = rulings(*meeting(NOVEMBER, *NO), pinned=True)
    assert words == {
        f"{NOVEMBER} ERA-01": "failed: the server does not speak it: "
        "it answered with JSON-RPC error -32000: no"
    }
    assert (found.spoken, found.ended) == ((), None)


JUNE = "2025-06-18"
BOTH = (JUNE, NOVEMBER)
ANSWERED = (*ODD, asked(NOVEMBER, error(-32601)), LATE_CLOSE)


def test_a_revision_need_not_be_spoken_where_another_is():
    heard = (*meeting(JUNE, *NO), *meeting(NOVEMBER, *HELLO), *ANSWERED)
    words, _ = rulings(*heard, revisions=BOTH)
    assert words[f"{JUNE} ERA-01"].startswith(
        "not_verified: the server does not speak it, and need"
    )
    words, _ = rulings(*heard, revisions=BOTH, pinned=True)
    assert words[f"{JUNE} ERA-01"].startswith("failed: the server does not speak it: it ")


def test_a_revision_that_is_offered_and_then_refused_is_a_failure():
    june = Replied({**INITIALIZED, "protocolVersion": JUNE})
    heard = (*meeting(NOVEMBER, june), *meeting(JUNE, *NO))
    words, _ = rulings(*heard, revisions=BOTH)
    assert words[f"{NOVEMBER} ERA-01"].startswith("failed: the server does not speak it")


def test_a_check_that_no_source_rules_is_not_verified(monkeypatch):
    silent = Probe("unknown_method", (check("BASE-06"),), lambda _ground: iter(()))

    def script(_ground):
        return {}
        yield

    monkeypatch.setattr(
        "mcptest_action.core.checks.conformance.catalogue.PROBES", (silent._replace(script=script),)
    )
    words, _ = rulings(*meeting(NOVEMBER, *HELLO), *ODD, LATE_CLOSE)
    assert words[f"{NOVEMBER} BASE-06"] == "not_verified: nothing was found out about it"


def test_exchanges_of_the_run_concern_the_revision_it_was_made_in(monkeypatch):
    seen = {}

    def rule(known, exchanges):
        seen[known.revision] = [e.key.check for e in exchanges]
        return {}

    monkeypatch.setattr("mcptest_action.core.checks.conformance.catalogue.PROBES", ())
    monkeypatch.setattr(
        "mcptest_action.core.checks.conformance.catalogue.REVIEWS",
        (Review((check("BASE-06"),), rule),),
    )
    run = Exchange(Key("repeated_call", "t", 1, 1), SENT, replied(), 1.0)
    exchanges = [*meeting(JUNE, Replied({**INITIALIZED, "protocolVersion": JUNE}), Accepted())]
    exchanges += [*meeting(NOVEMBER, *HELLO), run, CLOSE]
    exchanges.append(CLOSE._replace(key=CLOSE.key._replace(check=f"{JUNE}/close")))
    config = ExamConfig(Selection(BOTH), Address())
    part = RunPart(NOVEMBER, results=(object(),))
    examine(exchanges, config, part, "1")
    assert "repeated_call" in seen[NOVEMBER]
    assert "repeated_call" not in seen[JUNE]
    assert f"{NOVEMBER}/meet" not in seen[JUNE]


def test_every_file_with_checks_is_in_the_catalogue():
    names = {module.name for module in pkgutil.iter_modules(checks.__path__)}
    listed = {family.__name__.rpartition(".")[2] for family in FAMILIES}
    forgotten = {
        name
        for name in names - listed
        if {"PROBES", "REVIEWS"} & vars(import_module(f"{checks.__name__}.{name}")).keys()
    }
    assert not forgotten, f"core/checks/conformance/catalogue.py: add {forgotten} to FAMILIES"
