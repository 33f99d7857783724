"""Suites: what may be in them, and where they are wrong.

`fixtures/suite/refused/x.yml` gives the problems in `x.txt`.
"""

import json

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator

from mcptest_action.core.checks.probes.catalogue import PROBES
from mcptest_action.core.checks.results.case import CaseKind, NegativePath
from mcptest_action.core.checks.suite.load import KEYS, load_suite
from mcptest_action.core.checks.suite.load_case import CASE_KEYS, CHECKS
from mcptest_action.core.checks.suite.load_expect import KEYS as EXPECT_KEYS
from mcptest_action.core.checks.suite.matchers import MATCHERS, NOT
from mcptest_action.core.checks.suite.model import SuiteSkip, secrets_of
from mcptest_action.core.checks.suite.target import NEGATIVE_PATH_FIELDS
from mcptest_action.core.checks.suite.variables import KEYS as VARIABLE_KEYS
from mcptest_action.core.checks.suite.variables import SHORTEST_SECRET
from mcptest_action.core.document.tree import plain
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.text.errors import InputError
from mcptest_action.shell.redaction import SHORTEST

FOLDER = FIXTURES / "suite"
REFUSED = sorted((FOLDER / "refused").glob("*.yml"))
ACCEPTED = sorted((FOLDER / "accepted").glob("*.yml"))
ENVIRONMENT = {"SET": "some secret", "SHORT": "abc", "EMPTY": "", "DAYS": "7", "NOTHING": "~"}
SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/suite.schema.json").read_text())
# What a JSON Schema cannot say, or what depends on the environment.
BEYOND_A_SCHEMA = {
    "args-not-json",
    "same-name-twice", "same-slug-twice", "which-server", "unknown-server", "unknown-variable", "variable-not-set",
    "variable-of-another-kind", "variable-too-short", "timeout", "regex", "schema",
    "target", "skip-without-a-reason", "empty-lists",
}  # fmt: skip


def accepted(name, environment=ENVIRONMENT):
    return load_suite((FOLDER / "accepted" / f"{name}.yml").read_text(), "s.yml", environment)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_every_problem_is_told_with_its_place(path, golden):
    with pytest.raises(InputError) as caught:
        load_suite(path.read_text(), "suite.yml", ENVIRONMENT)
    assert all(p.line or p.what.startswith("and more") for p in caught.value.problems)
    golden(path.with_suffix(".txt"), f"{caught.value}\n")


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_what_is_accepted_fits_the_published_schema(path):
    load_suite(path.read_text(), "s.yml", ENVIRONMENT)
    Draft202012Validator(SCHEMA).validate(plain(read_yaml(path.read_text(), "s.yml")))


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_the_published_schema_refuses_what_we_refuse(path):
    if path.stem in BEYOND_A_SCHEMA or path.stem in ("not-yaml", "empty"):
        return
    document = plain(read_yaml(path.read_text(), "s.yml"))
    assert not Draft202012Validator(SCHEMA).is_valid(document)


def test_the_published_schema_knows_every_key():
    definitions = SCHEMA["$defs"]
    assert sorted(SCHEMA["properties"]) == sorted(KEYS)
    for kind, name in zip(CaseKind, ("tool_test", "resource_test", "prompt_test"), strict=True):
        assert sorted(definitions[name]["properties"]) == sorted(CASE_KEYS[kind])
    for name in ("expectation", "negative_path_expectation"):
        assert sorted(definitions[name]["properties"]) == sorted(EXPECT_KEYS)
    mapping = definitions["variable"]["oneOf"][1]["properties"]
    assert sorted(mapping) == sorted(VARIABLE_KEYS)
    checks = definitions["negative_path"]["properties"]["checks"]["items"]["enum"]
    assert tuple(checks) == CHECKS


def test_the_page_begins_with_a_suite_that_can_be_read():
    page = (ROOT / "docs" / "suites.md").read_text()
    example = page.split("```yaml\n")[1].split("```")[0]
    kinds = [case.kind for case in load_suite(example, "suite.yml", {}).cases]
    assert kinds == [CaseKind.TOOL, CaseKind.TOOL, CaseKind.RESOURCE, CaseKind.PROMPT]


@pytest.mark.parametrize("word", [*MATCHERS, NOT, *CHECKS, *NEGATIVE_PATH_FIELDS, *SuiteSkip])
def test_the_page_explains_every_word(word):
    assert word in (ROOT / "docs" / "suites.md").read_text()


def test_every_check_is_a_probe():
    assert set(CHECKS) <= {probe.id for probe in PROBES}


def test_what_is_too_short_to_be_masked_is_what_the_redactor_leaves():
    assert SHORTEST_SECRET == SHORTEST


def test_the_example_of_the_documents_is_read_as_it_is_written():
    (case,) = accepted("seed").cases
    assert (case.name, case.server, case.subject) == (
        "search rejects bad requests",
        "api",
        "search",
    )
    assert case.negative_path == NegativePath(("unknown_tool", "missing_required", "wrong_type"))
    assert (case.args, case.expect, case.line) == ({"query": "anthropic"}, (), 4)


def test_everything_that_can_be_said():
    suite = accepted("everything")
    call, all_bad, some_bad, later, resource, prompt = suite.cases
    assert [server.name for server in suite.servers] == ["api", "web"]
    assert call.args == {
        "city": "Oslo",
        "days": 7,
        "fast": False,
        "note": "Oslo, 7, false, ${city}, some secret and else",
        "key": "key \x01SET\x02",
        "list": ["Oslo", 1, None],
    }
    assert (call.tags, call.serial, call.retry) == (("quick", "2"), True, 2)
    assert call.timeout_s == 0.5
    assert [e.matcher for e in call.expect] == [
        *("contains", "exact", "regex", "schema", "type", "range", "length", "length", "exists"),
        "contains",
    ]
    assert [e.target.steps for e in call.expect][1:3] == [
        ("result", "structuredContent", "a.b", "x"),
        ("result", "c d", 12),
    ]
    assert (call.expect[-1].operand, call.expect[-1].negated) == ("***", True)
    assert all_bad.negative_path == NegativePath(CHECKS)
    assert some_bad.negative_path.checks == ("oversized", "extra_field")
    assert len(some_bad.negative_path.expect) == 1
    assert later.skip == "waits for the new index"
    assert (resource.kind, resource.subject, resource.tool) == (
        CaseKind.RESOURCE,
        "weather://Oslo",
        None,
    )
    assert (prompt.kind, prompt.tool, prompt.args) == (CaseKind.PROMPT, None, {"city": "Oslo"})
    assert call.tool == "forecast"


def test_a_secret_stays_outside_and_is_masked_in_what_is_kept():
    suite = accepted("everything")
    assert secrets_of([suite]) == {"\x01SET\x02": "some secret"}
    assert suite.environment == {"SET": "some secret", "DAYS": "7"}
    again = accepted("everything", {**suite.environment, "SET": "***"})
    assert again.cases[0].args["key"] == "key \x01SET\x02"


def test_the_form_can_be_checked_without_the_environment():
    text = (FOLDER / "refused" / "variable-not-set.yml").read_text()
    assert len(load_suite(text, "s.yml", None).cases) == 1
    assert accepted("everything", None).cases[0].args["days"] == 3


def test_tests_are_in_the_order_of_the_file():
    suite = accepted("smallest")
    assert [case.name for case in suite.cases] == ["one"]
    assert suite.servers == ()
    assert suite.cases[0].server == ""


def test_of_one_server_nobody_has_to_say_the_name():
    text = "servers: {api: {command: python}}\ntools: [{name: one, tool: t}]\n"
    assert load_suite(text, "s.yml", {}).cases[0].server == "api"
