"""What a replay has to know stands in the header, and is read back as it was written."""

import pytest

from mcptest_action.core.checks.conformance.config import ExamConfig
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.suite import as_added
from mcptest_action.core.checks.suite.allot import for_one
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.model import SuiteFile
from mcptest_action.core.pipeline.configs import Configs, ScanConfig, read_baseline
from mcptest_action.core.pipeline.header import header_document, read_header
from mcptest_action.core.pipeline.judging import Given, policy_in
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.render.report import Source
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

POLICY = Source(
    "--policy", "policy.yml", b'version: "1.0"\nrules: [{id: a, fact: run.total, min: 1}]\n'
)
ARTIFACT = Source("--evidence", "evidence.json", b"{}")
SUITE = 'version: "1.0"\ntools:\n  - {tool: echo, name: a, args: {text: x}}\n'
ALWAYS = {"tool": "mcptest-action 1.2", "now": "2026-11-16T12:00:00Z", "server": {"name": "api"}}


def recorded(*files, exam=None, scan=None):
    configs = Configs("1.2", RunConfig(), exam, scan)
    given = Given(policy_in(POLICY), (POLICY, ARTIFACT))
    return {**ALWAYS, **header_document(configs, given, files)}


def test_everything_is_read_back():
    suite = load_suite(SUITE, "suite.yml", {})
    header = recorded(
        SuiteFile(suite, SUITE), exam=ExamConfig(address=Address()), scan=ScanConfig(Address())
    )
    read = read_header(header, "t.jsonl")
    assert read.configs.client_version == "1.2"
    assert read.configs.run.suites == (for_one(suite, "api"),)
    assert (read.configs.exam, read.configs.scan) == (
        ExamConfig(address=Address()),
        ScanConfig(Address()),
    )
    assert read.policy == POLICY
    assert read.artifacts["--evidence"].file == "evidence.json"
    assert len(read.artifacts["--evidence"].sha256) == 64
    assert read.now.year == 2026


def test_a_part_of_a_suite_is_read_back_as_that_part():
    text = SUITE + "  - {tool: echo, name: b, args: {text: y}}\n"
    whole = load_suite(text, "suite.yml", {})
    part = whole._replace(cases=whole.cases[1:])
    header = recorded(SuiteFile(part, text, partly=True))
    assert read_header(header, "t.jsonl").configs.run.suites == (part,)
    header = recorded(SuiteFile(as_added(part), text, partly=True, added=True))
    assert read_header(header, "t.jsonl").configs.run.suites == (as_added(part),)
    header["suites"][0]["tests"] = "b"
    with pytest.raises(InputError, match="a suite whose tests cannot be read"):
        read_header(header, "t.jsonl")


KNOWN = b"""\xef\xbb\xbf{"schema_version": "mcptest.dev/security-baseline/v1", "findings": [
{"fingerprint": "x", "rule": "AAA-001", "severity": "low",
 "owner": "a", "reason": "b", "expiry": "2026-12-31T00:00:00Z"}]}"""


def test_a_baseline_is_read_back_as_of_then():
    now = parse_timestamp(ALWAYS["now"])
    given = read_baseline(KNOWN, "known.json", "ci/../known.json", now=now)
    header = recorded(scan=ScanConfig(Address(), given))
    assert read_header(header, "t.jsonl").configs.scan == ScanConfig(Address(), given)
    (entry,) = given.known.entries.values()
    assert (given.known.file, given.known.lapse(entry)) == ("known.json", "")
    late = {**header, "now": "2027-01-01T00:00:00Z"}
    assert "expired" in read_header(late, "t.jsonl").configs.scan.baseline.known.lapse(entry)
    header["security"]["baseline"] = {"file": "known.json"}
    with pytest.raises(InputError, match=r"security\.baseline cannot be read"):
        read_header(header, "t.jsonl")


def test_errors_in_a_baseline_name_the_path_as_it_was_given():
    now = parse_timestamp(ALWAYS["now"])
    with pytest.raises(InputError, match=r"^ci/known\.json: not recognised as a baseline"):
        read_baseline(b"{}", "known.json", "ci/known.json", now=now)
    with pytest.raises(InputError, match=r"^ci/known\.json:1:2: the character U\+202E"):
        read_baseline("{\u202e}".encode(), "known.json", "ci/known.json", now=now)


@pytest.mark.parametrize("server", [{"name": "api"}, None])
def test_what_was_switched_off_stays_off(server):
    read = read_header({**recorded(), "server": server}, "t.jsonl")
    assert (read.configs.exam, read.configs.scan, read.configs.run.suites) == (None, None, ())


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("now", "soon", "the header holds no usable time"),
        ("policy", {"file": "x"}, "the header holds no policy (was it recorded by a gate?)"),
        ("artifacts", [{"flag": "--evidence"}], "the header holds an artifact that cannot be read"),
        ("artifacts", ["x"], "the header holds an artifact that cannot be read"),
        ("artifacts", 5, "the header holds no list of artifacts"),
        ("suites", "x", "the header holds no suites that can be read"),
        ("suites", [{"file": "x"}], "the header holds a suite that cannot be read"),
    ],
)
def test_a_header_that_somebody_has_edited_is_refused(field, value, sentence):
    with pytest.raises(InputError) as raised:
        read_header({**recorded(), field: value}, "t.jsonl")
    assert str(raised.value) == f"t.jsonl:1:1: {sentence}"
