"""What the security scan has looked for."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from mcptest_action.core.checks.results import Exercise, Family, Fate
from mcptest_action.core.checks.security import Kind, Phase, Rule

NOT_ASKED = "what it looks at was not asked for"


def exercises_of_scan(rules: Iterable[Rule], phases: AbstractSet[Phase]) -> Iterator[Exercise]:
    """One for each rule that can find a defect; an exposure is no fault."""
    for rule in rules:
        if rule.kind is Kind.DEFECT:
            ran = rule.phase in phases
            fate, why = (Fate.RAN, "") if ran else (Fate.NOT_RUN, NOT_ASKED)
            yield Exercise(Family.SECURITY, rule.id, fate, why)
