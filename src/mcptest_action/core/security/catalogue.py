"""Every rule, in the order of the documentation."""

from mcptest_action.core.security.model import Rule

RULES: tuple[Rule, ...] = ()
