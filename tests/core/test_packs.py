"""Packs stand fast, lint without a word, and each of their rules has been seen to fail."""

import json
import re
from datetime import UTC, datetime

import pytest
from conftest import FIXTURES, ROOT
from readiness import (
    PACKAGE_JSON,
    PYPI,
    PYPROJECT,
    SERVER_JSON,
    TOOL,
    annotated,
    files,
    surface,
    tool,
)

from mcptest_action.core.checks.readiness import (
    BY_NAME,
    Material,
    examine,
    readiness_document,
)
from mcptest_action.core.facts import Document, read_facts
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.lint import lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import RuleOutcome, Severity
from mcptest_action.core.policy.overlay import overlay_text
from mcptest_action.core.policy.packs import PACKS, pack_of
from mcptest_action.core.render.pack_catalogue import packs_page

NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)
OF_DIRECTORIES = [pack for pack in PACKS if pack.name in BY_NAME]
NAMES = [f"{pack.name}@{pack.version}" for pack in PACKS]
LONG = "x" * 65
METHODS = {"type": "object", "properties": {"method": {"enum": ["GET", "POST"]}}}
# For each rule of a pack on readiness, what makes just this one fail.
BROKEN = {
    "anthropic-titles": {"tools": [tool(annotations={"readOnlyHint": True})]},
    "anthropic-hints": {"tools": [annotated(title="A")]},
    "anthropic-destructive": {"tools": [annotated(title="A", destructiveHint=False)]},
    "anthropic-one-hint": {"tools": [annotated(title="A", readOnlyHint=True, destructiveHint=True)]},
    "anthropic-short-names": {"tools": [tool(name=LONG)]},
    "anthropic-split-methods": {"tools": [tool(inputSchema=METHODS)]},
    "anthropic-descriptions": {"tools": [tool(description="")]},
    "openai-read-only": {"tools": [annotated(destructiveHint=False, openWorldHint=False)]},
    "openai-destructive": {"tools": [annotated(readOnlyHint=True, openWorldHint=False)]},
    "openai-open-world": {"tools": [annotated(readOnlyHint=True, destructiveHint=False)]},
    "openai-one-hint": {"tools": [annotated(readOnlyHint=True, destructiveHint=True, openWorldHint=True)]},
    "openai-unique-names": {"tools": [TOOL, TOOL]},
    "openai-descriptions": {"tools": [tool(description=None)]},
    "openai-output-schemas": {"tools": [tool(outputSchema=None)]},
    "openai-short-status-texts": {"tools": [tool(_meta={"openai/toolInvocation/invoked": LONG})]},
    "registry-schema": {"server_json": {**SERVER_JSON, "$schema": "https://x.example"}},
    "registry-valid": {"server_json": {**SERVER_JSON, "title": ""}},
    "registry-accepted": {"server_json": {**SERVER_JSON, "websiteUrl": "http://x.example"}},
    "registry-npm-name": {"beside": {"package.json": json.dumps({**PACKAGE_JSON, "mcpName": "a/b"})}},
    "registry-pypi-name": {
        "server_json": {**SERVER_JSON, "packages": [PYPI]},
        "beside": {"pyproject.toml": PYPROJECT, "README.md": "# Records"},
    },
    "registry-in-step": {"tag": "v9.9.9"},
}  # fmt: skip


def results(pack, tools=(TOOL,), server_json=None, beside=None, tag="v1.2.0"):
    """What came of each rule of the pack at such a server."""
    registry = files(server_json, beside, tag)
    report = examine(Material(surface(*tools), registry), [BY_NAME[pack.name]])
    document = Document("readiness.json", readiness_document(report))
    pool = read_facts({"--readiness-report": document}, now=NOW)
    verdict = evaluate(load_policy(pack.text, pack.name), pool, now=NOW)
    return {result.rule.id: result.outcome for result in verdict.results}


@pytest.mark.parametrize("pack", PACKS, ids=NAMES)
def test_a_pack_means_the_same_rules_for_ever(pack, golden):
    golden(FIXTURES / "packs" / f"{pack.name}@{pack.version}.yml", pack.text)


@pytest.mark.parametrize("pack", PACKS, ids=NAMES)
def test_there_is_nothing_to_say_about_a_pack(pack):
    assert lint(load_policy(pack.text, pack.name), now=NOW) == ()


@pytest.mark.parametrize("pack", PACKS, ids=NAMES)
def test_the_policy_that_extends_a_pack_says_what_is_in_it(pack, golden):
    golden(FIXTURES / "packs" / f"{pack.name}.overlay.yml", overlay_text(pack))


def test_packs_are_found_by_name_and_version():
    assert [pack_of(name).version for name in ("starter", "strict")] == ["1", "1"]
    assert pack_of("strict", "1") is pack_of("strict")
    assert pack_of("strict", "2") is None
    assert pack_of("strictest") is None


@pytest.mark.parametrize("pack", OF_DIRECTORIES, ids=lambda pack: pack.name)
def test_a_server_that_meets_all_passes_the_pack(pack):
    assert set(results(pack).values()) == {RuleOutcome.PASS}


@pytest.mark.parametrize("rule", BROKEN)
def test_each_rule_fails_alone(rule):
    (pack,) = (pack for pack in OF_DIRECTORIES if rule in _rules(pack))
    severity = _rules(pack)[rule].severity
    expected = RuleOutcome.WARN if severity is Severity.WARN else RuleOutcome.FAIL
    found = results(pack, **BROKEN[rule])
    assert {id_: o for id_, o in found.items() if o is not RuleOutcome.PASS} == {rule: expected}


def _rules(pack):
    return {rule.id: rule for rule in load_policy(pack.text, pack.name).rules}


def test_every_rule_of_the_directories_has_been_seen_to_fail():
    assert {rule for pack in OF_DIRECTORIES for rule in _rules(pack)} == set(BROKEN)


def test_rules_of_all_packs_can_stand_in_one_policy():
    ids = [rule for pack in PACKS for rule in _rules(pack)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("pack", OF_DIRECTORIES, ids=lambda pack: pack.name)
def test_nothing_that_was_not_looked_at_passes(pack):
    report = examine(Material(surface()), [BY_NAME[pack.name]])
    document = Document("readiness.json", readiness_document(report))
    pool = read_facts({"--readiness-report": document}, now=NOW)
    verdict = evaluate(load_policy(pack.text, pack.name), pool, now=NOW)
    assert {result.outcome for result in verdict.results} == {RuleOutcome.UNEVALUATED}


@pytest.mark.parametrize("pack", OF_DIRECTORIES, ids=lambda pack: pack.name)
def test_every_rule_of_a_directory_names_its_criterion_its_source_and_the_day(pack):
    """In a comment in front of it; it warns where the directory leaves room."""
    by_fact = {each.check.fact: each for each in BY_NAME[pack.name].criteria if each.check}
    said = re.findall(r"  # (.*), read (\S+):\n  # (\S+)\n  - id: (\S+)\n", pack.text)
    rules = _rules(pack)
    assert [name for *_, name in said] == list(rules)
    for criteria, read, source, name in said:
        criterion = by_fact.get(rules[name].fact)
        if criterion is None:
            continue
        assert (criteria, read, source) == (criterion.id, criterion.read, criterion.source)
        assert (rules[name].severity is Severity.FAIL) is criterion.is_sure
    ids = {id_ for criteria, *_ in said for id_ in re.findall(r"[A-Z]{3}-\d\d", criteria)}
    assert ids == {each.id for each in by_fact.values()}


@pytest.mark.parametrize("pack", OF_DIRECTORIES, ids=lambda pack: pack.name)
def test_a_pack_lists_what_nothing_here_can_tell(pack):
    ids = [each.id for each in BY_NAME[pack.name].criteria if not each.check]
    assert [each.partition(":")[0] for each in pack.not_checked] == ids


def test_the_page_on_packs_has_every_criterion_and_rule():
    page = packs_page()
    assert page == (ROOT / "docs" / "packs.md").read_text()
    for directory in BY_NAME.values():
        assert all(f'<a id="{each.id.lower()}"></a>' in page for each in directory.criteria)
    for pack in PACKS:
        assert all(f"  - id: {rule}\n" in page for rule in _rules(pack))
