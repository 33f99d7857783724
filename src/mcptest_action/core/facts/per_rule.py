"""`security.rule.ID`: how many findings a rule of the scan has. Absent unless it has looked."""

from collections import Counter
from collections.abc import Sequence

from .family import FactFamily
from .model import Absent, FactValue, Object, Reading

PLACE = (
    "`rules[].id` and `rules[].status` say which rules ran; `findings[].rule` and "
    "`referred[].rule` what they found"
)


def _ids() -> Sequence[str]:
    # Imported late: a policy rarely names a rule that does not exist.
    from mcptest_action.core.checks.security.catalogue import RULES  # noqa: PLC0415

    return [rule.id for rule in RULES]


FAMILY = FactFamily(
    "security.rule.ID",
    "findings of rule {}, also those that refer to a check; absent unless the rule ran",
    "HNT-009",
    counts=True,
    ids=_ids,
)


def per_rule(data: Object, findings: Sequence[Object], referred: Sequence[Object]) -> Reading:
    """By the name of the fact. A file that lists no rules doesn't say which of them have looked."""
    own, others = (Counter(_text(each, "rule") for each in found) for found in (findings, referred))
    reading: dict[str, FactValue | Absent] = {}
    rows = [(_text(row, "id"), row) for row in data.get("rules") or ()]
    for id_, row in rows:
        if id_:
            name = FAMILY.name(id_)
            twice = Absent(f"rule {id_} is listed twice")
            reading[name] = twice if name in reading else _count(row, own[id_], others[id_])
    strangers = sorted({*own, *others} - {id_ for id_, _ in rows if id_})
    if not strangers:
        return reading
    # What they found may be what another rule is called elsewhere.
    why = f"there are findings of {strangers[0] or 'no rule'}, which is not among the rules"
    return dict.fromkeys(reading, Absent(why))


def _text(holder: Object, key: str) -> str:
    value = holder.get(key)
    return value if isinstance(value, str) else ""


def _count(row: Object, own: int, others: int) -> int | Absent:
    if str(row.get("status")).casefold() != "ran":
        because = row.get("because")
        return Absent(because if isinstance(because, str) and because else "the rule did not run")
    stated = row.get("findings", own)
    if stated != own or isinstance(stated, bool):
        return Absent(f"{row['id']} states {stated} findings, and {own} are listed")
    return own + others
