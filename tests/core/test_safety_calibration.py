"""How good is a name? Tools of real servers, whose vendors say what they do, decided by name alone.

The data is not part of the project; see the figures in docs/safety.md.
"""

import json

from conftest import ROOT
from outside import REAL_WORLD, needs_real_world

from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import Decision, ExecutionPolicy, Need, Presumed


def real_tools():
    for path in sorted((REAL_WORLD / "tools").glob("*.json")):
        yield from json.loads(path.read_text())["tools"]
    for line in (REAL_WORLD / "benign-tools.jsonl").read_text().splitlines():
        yield json.loads(line)


def declared():
    """Tools that say whether they are read-only, and what they say."""
    for tool in real_tools():
        said = (tool.get("annotations") or {}).get("readOnlyHint")
        if isinstance(said, bool):
            yield tool, said


def decided(tool, presumed):
    hidden = classify({"name": tool["name"]})
    return ExecutionPolicy(presumed=presumed).decide(hidden, Need.LIVE_CALL).decision


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)"


@needs_real_world
def test_few_are_called_that_should_not_be_and_most_of_the_others_are():
    page = (ROOT / "docs" / "safety.md").read_text()
    reading = [tool for tool, read_only in declared() if read_only]
    changing = [tool for tool, read_only in declared() if not read_only]
    wrong, held = {}, {}
    for presumed in (Presumed.EXECUTE, Presumed.CAUTIOUS):
        called = [tool["name"] for tool in changing if decided(tool, presumed) is Decision.EXECUTE]
        missed = [
            tool["name"] for tool in reading if decided(tool, presumed) is not Decision.EXECUTE
        ]
        wrong[presumed], held[presumed] = len(called), len(missed)
        row = f"| `{presumed}` | {share(len(called), len(changing))} | {share(len(missed), len(reading))} |"
        print(row, called if presumed is Presumed.CAUTIOUS else "")  # noqa: T201 - with -s
        assert row in page, f"docs/safety.md should say: {row}"
    assert wrong[Presumed.CAUTIOUS] <= 0.04 * len(changing)
    assert held[Presumed.CAUTIOUS] <= 0.30 * len(reading)


@needs_real_world
def test_real_declarations_raise_no_false_alarm():
    """None of these servers contradicts itself; a conflict found here would be our mistake."""
    found = [classify(tool) for tool in real_tools()]
    assert len(found) > 1000
    assert [tool.name for tool in found if tool.conflicts or tool.malformed] == []
