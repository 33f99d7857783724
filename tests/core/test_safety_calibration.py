"""How good is a guess? Tools of real servers, whose vendors say what they do, decided without that.

The data is not part of the project; see the figures in docs/safety.md.
"""

import sys

from conftest import ROOT
from outside import REAL_WORLD, needs_real_world

sys.path.insert(0, str(ROOT / "scripts"))

from corpora import benign_servers, in_first_half
from presumed import figures

from mcptest_action.core.safety.classify import classify

MOST_CALLED, MOST_HELD = 0.015, 0.30


@needs_real_world
def test_few_are_called_that_should_not_be_and_most_of_the_others_are():
    page = (ROOT / "docs" / "safety.md").read_text()
    servers = benign_servers(REAL_WORLD)
    halves = [
        [one for one in servers if in_first_half(one.name) is first] for first in (True, False)
    ]
    for (words, rows, *all_), (*_, wrong, held), (*_, wrong_apart, held_apart) in zip(
        figures(servers), *map(figures, halves), strict=True
    ):
        row = f"| {words} | {wrong} | {wrong_apart} | {held} | {held_apart} |"
        assert row in page, f"docs/safety.md should say: {row}, in all {all_}"
        if words == "cautious, a whole listing":
            changing = [each.called for each in rows if not each.read_only]
            reading = [not each.called for each in rows if each.read_only]
            assert sum(changing) <= MOST_CALLED * len(changing)
            assert sum(reading) <= MOST_HELD * len(reading)


@needs_real_world
def test_real_declarations_raise_no_false_alarm():
    """None of these servers contradicts itself; a conflict found here would be our mistake."""
    found = [classify(tool) for server in benign_servers(REAL_WORLD) for tool in server.tools]
    assert len(found) > 1000
    assert [tool.name for tool in found if tool.conflicts or tool.malformed] == []
