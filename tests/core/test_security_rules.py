"""The tree of `fixtures/security` is the test: what each rule finds, and what it must not."""

import pkgutil
import re
from collections import Counter
from importlib import import_module

import pytest
from conftest import FIXTURES
from security import ground_of

from mcptest_action.core.checks.security import rules
from mcptest_action.core.checks.security.catalogue import FAMILIES, RULES
from mcptest_action.core.checks.security.model import Phase, ScanInput
from mcptest_action.core.checks.security.scan import phases_of, scan
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.text.escape import for_json, for_terminal

FOLDER = FIXTURES / "security"
FIRES = sorted(FOLDER.glob("*/fires/*.json"))
SILENT = sorted(FOLDER.glob("*/silent/*.json"))
BY_ID = {rule.id: rule for rule in RULES}
ID = re.compile(r"[A-Z]{3}-[0-9]{3}")
OWASP = re.compile(r"MCP(0[1-9]|10)")
CATALOGUES = {"agentreserve", "snyk", "safe"}


def ground_in(path) -> ScanInput:
    return ground_of(read_json(path.read_text(encoding="utf-8"), str(path)), str(path))


def rule_of(path):
    name = path.parent.parent.name
    assert name in BY_ID, f"fixtures/security/{name}: there is no such rule in the catalogue"
    return BY_ID[name]


def found_in(path):
    rule, inputs = rule_of(path), ground_in(path)
    assert rule.phase in phases_of(inputs), f"{path.name} needs what phase {rule.phase} looks at"
    # The whole catalogue: some rules are about what others find.
    return [finding for finding in scan(inputs, RULES) if finding.rule.id == rule.id]


def case_id(path):
    return "/".join(path.with_suffix("").parts[-3:])


@pytest.mark.parametrize("path", FIRES, ids=case_id)
def test_fires(path, golden):
    findings = found_in(path)
    assert findings, f"{rule_of(path).id} finds nothing in {case_id(path)}"
    lines = []
    for finding in findings:
        kind, name = finding.hit.subject
        where = finding.hit.pointer or "(no pointer)"
        lines.append(f"{finding.severity}  {kind} {for_terminal(name)}  {for_terminal(where)}")
        lines.append(f"  {for_terminal(finding.hit.because)}")
    golden(path.with_suffix(".txt"), "\n".join(lines) + "\n")


@pytest.mark.parametrize("path", SILENT, ids=case_id)
def test_is_silent(path):
    because = [f"{finding.hit.pointer}: {finding.hit.because}" for finding in found_in(path)]
    assert because == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_files_in_which_it_fires_and_files_in_which_it_must_not(rule):
    for kind in ("fires", "silent"):
        files = list((FOLDER / rule.id / kind).glob("*.json"))
        assert files, f"add a surface to fixtures/security/{rule.id}/{kind}"


def test_every_golden_file_belongs_to_a_surface():
    orphans = [
        case_id(path) for path in FOLDER.glob("*/*/*.txt") if not path.with_suffix(".json").exists()
    ]
    assert orphans == []


def test_every_module_is_in_the_catalogue():
    names = [module.name for module in pkgutil.iter_modules(rules.__path__)]
    modules = [import_module(f"{rules.__name__}.{name}") for name in names]
    for module in modules:
        assert getattr(module, "RULES", ()), f"{module.__name__} has no RULES"
        assert module in FAMILIES, f"{module.__name__} is not in FAMILIES of the catalogue"
    assert len(set(FAMILIES)) == len(FAMILIES) == len(modules)


def test_ids_are_unique():
    twice = [one for one, count in Counter(rule.id for rule in RULES).items() if count > 1]
    assert not twice, f"two rules have the id {twice}: give the new one a number of its own"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_says_what_it_is(rule):
    assert ID.fullmatch(rule.id)
    for name in ("finds", "why", "silent", "remedy"):
        text = getattr(rule, name)
        assert text == text.strip() != "", f"{rule.id}: {name} is empty, or has blanks around it"
        assert "\n" not in text, f"{rule.id}: {name} is one line, however long"
    for name in ("why", "remedy"):
        assert getattr(rule, name).endswith("."), f"{rule.id}: {name} is made of sentences"
    assert not rule.finds.endswith("."), f"{rule.id}: finds is a clause, not a sentence"
    assert all(OWASP.fullmatch(name) for name in rule.owasp), rule.owasp
    assert all(isinstance(number, int) for number in rule.cwe), rule.cwe
    assert set(rule.also) <= CATALOGUES, rule.also
    assert isinstance(rule.phase, Phase)


@pytest.mark.parametrize("path", [*FIRES, *SILENT], ids=case_id)
def test_a_surface_is_plain_json(path):
    """What cannot be seen is written as an escape, so that a reviewer sees it."""
    text = path.read_text(encoding="utf-8")
    assert for_json(text) == text
