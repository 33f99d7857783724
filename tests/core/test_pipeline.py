"""The way from files to a verdict, without the shell; and the tables of formats."""

import pytest
from conftest import FIXTURES
from core.test_conformance_render import MIXED as CHECKS
from core.test_conformance_render import report_on
from security import MIXED as RULES
from security import found
from simulation import NOON

from mcptest_action.core.checks.conformance.config import ExamConfig
from mcptest_action.core.checks.conformance.expected import Expectations
from mcptest_action.core.checks.conformance.report import Counts
from mcptest_action.core.checks.run.config import RunConfig, config_of_document
from mcptest_action.core.checks.security.report import scan_report
from mcptest_action.core.document.utf8 import decode
from mcptest_action.core.pipeline import COPIED, is_report
from mcptest_action.core.pipeline.artifacts import artifacts_of
from mcptest_action.core.pipeline.configs import Configs, ScanConfig
from mcptest_action.core.pipeline.header import read_header
from mcptest_action.core.pipeline.judging import (
    FILES,
    SURFACE,
    Given,
    built_in_policy,
    judge,
    policy_in,
)
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.policy import default
from mcptest_action.core.policy.default import Looked
from mcptest_action.core.protocol.exchange import Choice, RpcError
from mcptest_action.core.protocol.transcript.lines import HANDSHAKE, Exchange, Key, read_transcript
from mcptest_action.core.publish.outputs import OUTPUTS
from mcptest_action.core.render.conformance_formats import CONFORMANCE_FORMATS, ConformanceView
from mcptest_action.core.render.gating import EVERY_DEFECT
from mcptest_action.core.render.report import Source
from mcptest_action.core.render.security_formats import SECURITY_FORMATS, SecurityView
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
RUN = (FIXTURES / "render" / "all-outcomes" / "run.json").read_bytes()


def judged(*artifacts, **parts):
    policy = built_in_policy(Looked(**{"conformance": False, "security": False, **parts}))
    return judge(Given(policy_in(policy), (policy, *artifacts)), NOW)


def test_a_byte_order_mark_changes_nothing():
    plain, marked = (
        judged(Source("--run-report", "run.json", mark + RUN)) for mark in (b"", b"\xef\xbb\xbf")
    )
    assert plain.verdict == marked.verdict
    assert plain.policy.file == default.FILE
    assert not plain.has_sections


def test_an_error_names_the_file_as_the_user_did_and_a_report_cites_it():
    with pytest.raises(InputError) as refused:
        judged(Source("--run-report", "run.json", b"{", "../elsewhere/run.json"))
    assert refused.value.problems[0].file == "../elsewhere/run.json"
    given = Source("--run-report", "run.json", RUN, "../elsewhere/run.json")
    assert judged(given).pool.facts["run.total"].source == "run.json"


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfea\x00", "is UTF-16"), (b"ab\ncd\xe9", "the byte 0xe9 is not UTF-8")],
)
def test_what_is_no_text_is_refused_with_its_place(content, words):
    with pytest.raises(InputError) as refused:
        decode(content, "x.json")
    (problem,) = refused.value.problems
    assert words in problem.sentence
    assert (problem.line, problem.column) == ((1, 1) if "16" in words else (2, 3))


def test_every_file_of_a_gate_is_an_output_of_its_step():
    assert set(FILES) < set(OUTPUTS)


@pytest.mark.parametrize("row", COPIED, ids=lambda row: row.output)
def test_a_report_is_told_from_files_of_other_kinds(row):
    folder = FIXTURES / "render" / "all-outcomes"
    assert is_report(row.output, (folder / row.file).read_text())
    for text in ("", "# Mine\n\n## Policy verdict: pass\n", '{"name": "mine"}', "import sys\n"):
        assert not is_report(row.output, text)


@pytest.mark.parametrize("name", CONFORMANCE_FORMATS)
def test_an_examination_has_its_formats(name):
    view = ConformanceView(verbose=True, file="mcptest.yml")
    assert "A-05" in CONFORMANCE_FORMATS[name](report_on(*CHECKS), view)


@pytest.mark.parametrize("name", SECURITY_FORMATS)
def test_a_scan_has_its_formats(name):
    view = SecurityView(None, EVERY_DEFECT, "tools.json", dict)
    assert "BBB-001" in SECURITY_FORMATS[name](scan_report(found(*RULES)), view)


def test_counts_say_what_failed():
    counts = Counts(must_passed=3, must_total=5, should_passed=1, should_total=4)
    assert (counts.must_failed, counts.should_failed, counts.total) == (2, 3, 9)


def test_a_file_of_expected_failures_can_be_right():
    assert not Expectations("f.yml", (), (), ("ping",)).surprise
    assert Expectations("f.yml", ("A-01",), (), ()).surprise
    assert Expectations("f.yml", (), ("ping",), ()).surprise


def test_a_scan_looks_at_the_examination_as_well():
    """Here the transcript holds none, so that it ended before it began: that is said everywhere."""
    text = (FIXTURES / "runs" / "scanned-server" / "transcript.jsonl").read_text()
    header, exchanges = read_transcript(text, "x")
    config = config_of_document(header["run"], "x")
    made = artifacts_of(exchanges, Configs("0", config, ExamConfig(), ScanConfig()))
    assert [artifact.file for artifact in made.documents] == [
        "run.json", "conformance.json", "security.json", "surface.json",
    ]  # fmt: skip
    assert made.conformance.badge == "F"
    assert made.security.rules_not_run == 0
    assert made.security.incomplete == made.conformance.incomplete != ""


def test_without_a_hello_nothing_counts_as_looked_for():
    refused = Exchange(Key("handshake", None, 1, 1), {}, RpcError(-32601, "x"), 1.0)
    config = RunConfig(choice=Choice.MODERN)
    made = artifacts_of([refused], Configs("0", config, ExamConfig(), ScanConfig()))
    assert {row.ran for row in made.coverage.families} == {()}
    assert "no hello of the modern era" in made.run.record.incomplete
    assert made.conformance.incomplete == made.security.incomplete == made.run.record.incomplete
    assert SURFACE not in made.documents


def test_a_server_whose_listing_was_cut_off_has_no_surface():
    """After hello, nothing more: what it offers is not known, and that is no empty surface."""
    text = (FIXTURES / "runs" / "sound-server" / "transcript.jsonl").read_text()
    recorded, exchanges = read_transcript(text, "x")
    header = read_header(recorded, "x")
    given = Given(policy_in(header.policy), (header.policy,))
    whole = outcome_of(exchanges, header.configs, given, header.now)
    assert "surface.json" in whole.files
    assert whole.report.surface_cost is not None
    greeted = [exchange for exchange in exchanges if exchange.key.check == HANDSHAKE]
    cut = outcome_of(greeted, header.configs, given, header.now)
    assert "surface.json" not in cut.files
    assert cut.report.surface_cost is None
    assert cut.report.pool.absence("surface.tools") == (
        "surface.tools needs --surface-report, which was not given"
    )


def test_a_transcript_without_a_conversation_is_refused():
    with pytest.raises(InputError, match="the run"):
        artifacts_of([], Configs("0", RunConfig()))
