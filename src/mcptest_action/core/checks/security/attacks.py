"""The rules about texts, for texts outside of a listing: decoded ones, and answers."""

from collections.abc import Iterator

from .model import Hit, ScanInput, Severity
from .rules import inj_actions, inj_data, inj_markup, inj_orders, obf_hidden

ORDERS = (*inj_orders.RULES, *inj_data.RULES, *inj_actions.RULES, *inj_markup.RULES)
_GRAVE = (Severity.CRITICAL, Severity.HIGH)


def attacks_in(inputs: ScanInput) -> Iterator[tuple[str, Hit]]:
    """What the grave rules find in the texts of the inputs, with the rule's id and confidence."""
    for rule in (*ORDERS, *obf_hidden.RULES):
        for hit in rule.find(inputs):
            if (hit.severity or rule.severity) in _GRAVE:
                yield rule.id, hit._replace(confidence=hit.confidence or rule.confidence)


def first_order(inputs: ScanInput) -> str:
    """The id of the first rule that finds an order in the texts; empty if none does."""
    grave = (rule for rule in ORDERS if rule.severity in _GRAVE)
    return next((rule.id for rule in grave for _ in rule.find(inputs)), "")
