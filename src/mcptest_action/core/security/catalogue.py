"""Every rule, in the order of the documentation."""

from types import ModuleType

from mcptest_action.core.security.model import Rule

# The modules of `rules/`, listed rather than discovered. Each has its rules in `RULES`.
FAMILIES: tuple[ModuleType, ...] = ()
RULES: tuple[Rule, ...] = tuple(rule for family in FAMILIES for rule in family.RULES)
