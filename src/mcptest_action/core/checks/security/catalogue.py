"""Every rule, in the order of the documentation."""

from types import ModuleType

from .model import Rule
from .rules import (
    cap_exposure, drf_connections, hnt_declared, hnt_effect, inj_actions, inj_choice, inj_compound,
    inj_data, inj_harvest, inj_markup, inj_orders, nam_clone, nam_shadow, nam_spelling,
    net_endpoint, obf_content, obf_display, obf_hidden, prb_contract, prb_leaks, res_uris,
    sch_dialect, sch_keywords, sch_references, sch_shape, sec_secrets,
)  # fmt: skip

# The modules of `rules/`, listed rather than discovered. Each has its rules in `RULES`.
FAMILIES: tuple[ModuleType, ...] = (
    inj_orders, inj_markup, inj_data, inj_choice, inj_actions, inj_harvest,
    inj_compound, obf_hidden, obf_display, obf_content, nam_spelling, nam_clone, nam_shadow,
    hnt_effect, hnt_declared, cap_exposure, sch_shape, sch_dialect, sch_references, sch_keywords,
    sec_secrets, res_uris, drf_connections, net_endpoint, prb_contract, prb_leaks,
)  # fmt: skip
_LISTED: tuple[Rule, ...] = tuple(rule for family in FAMILIES for rule in family.RULES)
# What their ids begin with, in the order above.
_FAMILY_OF = list(dict.fromkeys(rule.id.partition("-")[0] for rule in _LISTED))
RULES: tuple[Rule, ...] = tuple(
    sorted(_LISTED, key=lambda rule: (_FAMILY_OF.index(rule.id.partition("-")[0]), rule.id))
)
