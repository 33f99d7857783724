"""Every rule, in the order of the documentation."""

from types import ModuleType

from mcptest_action.core.security.model import Rule
from mcptest_action.core.security.rules import (
    inj_arguments,
    inj_command,
    inj_compound,
    inj_concealment,
    inj_credentials,
    inj_exfiltration,
    inj_harvest,
    inj_markup,
    inj_override,
    inj_precedence,
    inj_preference,
    inj_pressure,
    inj_redirection,
    nam_shadow,
)

# The modules of `rules/`, listed rather than discovered. Each has its rules in `RULES`.
FAMILIES: tuple[ModuleType, ...] = (
    inj_override,
    inj_concealment,
    inj_markup,
    inj_credentials,
    inj_exfiltration,
    inj_precedence,
    inj_command,
    inj_redirection,
    inj_arguments,
    inj_preference,
    inj_harvest,
    inj_pressure,
    inj_compound,
    nam_shadow,
)
RULES: tuple[Rule, ...] = tuple(rule for family in FAMILIES for rule in family.RULES)
