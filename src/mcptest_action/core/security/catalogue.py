"""Every rule, in the order of the documentation."""

from types import ModuleType

from mcptest_action.core.security.model import Rule
from mcptest_action.core.security.rules import (
    aut_access,
    cap_inventory,
    cap_parameters,
    drf_connections,
    hnt_declared,
    hnt_effect,
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
    nam_charset,
    nam_clone,
    nam_duplicate,
    nam_shadow,
    net_endpoint,
    obf_active,
    obf_controls,
    obf_encoded,
    obf_hidden,
    obf_padding,
    prb_contract,
    prb_leaks,
    res_uris,
    sch_dialect,
    sch_header,
    sch_pattern,
    sch_references,
    sch_shape,
    sch_values,
    sec_secrets,
)

# The modules of `rules/`, listed rather than discovered. Each has its rules in `RULES`.
FAMILIES: tuple[ModuleType, ...] = (
    inj_override, inj_concealment, inj_markup, inj_credentials, inj_exfiltration, inj_precedence,
    inj_command, inj_redirection, inj_arguments, inj_preference, inj_harvest, inj_pressure,
    inj_compound, obf_hidden, obf_controls, obf_encoded, obf_padding, obf_active, nam_duplicate,
    nam_charset, nam_clone, nam_shadow, hnt_effect, hnt_declared, cap_parameters, cap_inventory,
    sch_shape, sch_dialect, sch_references, sch_pattern, sch_header, sch_values, sec_secrets,
    res_uris, drf_connections, net_endpoint, aut_access, prb_contract, prb_leaks,
)  # fmt: skip
_LISTED: tuple[Rule, ...] = tuple(rule for family in FAMILIES for rule in family.RULES)
# What their ids begin with, in the order above.
_FAMILY_OF = list(dict.fromkeys(rule.id.partition("-")[0] for rule in _LISTED))
RULES: tuple[Rule, ...] = tuple(
    sorted(_LISTED, key=lambda rule: (_FAMILY_OF.index(rule.id.partition("-")[0]), rule.id))
)
