"""The waivers of a policy and the rules they themselves must keep."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from mcptest_action.core.document import (
    Field,
    Items,
    Node,
    Problems,
    Record,
    Scalar,
    is_empty,
    items_of,
    kind_of,
)
from mcptest_action.core.text import did_you_mean, is_blank
from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp
from .model import Malformed, Max, Min, Rule, Unused, Waiver, WaiverPolicy
from .waiver_findings import uncountable

WAIVER_KEYS = ("rule", "owner", "reason", "expiry", "issue", "up_to", "findings", "created")
WAIVER_POLICY_KEYS = ("unused", "warn_within_days", "max_days", "require_issue")


def load_waiver_policy(problems: Problems, field: Field | None) -> WaiverPolicy:
    default = WaiverPolicy()
    if field is None or is_empty(field):
        return default
    record = Record(problems, field.value, "waiver_policy", WAIVER_POLICY_KEYS)
    within = record.days("warn_within_days")
    return WaiverPolicy(
        unused=Unused(record.word("unused", Unused, default.unused)),
        warn_within_days=default.warn_within_days if within is None else within,
        max_days=record.days("max_days"),
        require_issue=record.boolean("require_issue", default=default.require_issue),
    )


class Asked(NamedTuple):
    """What this file and those that it extends ask of a waiver."""

    policy: WaiverPolicy
    places: Mapping[str, str]
    """By key: the other file that says so, and the line there."""
    sealed: Mapping[str, str]
    """Rules that may not be waived here, and where they stand."""

    def of(self, key: str) -> str:
        return f" of {place}" if (place := self.places.get(key)) else ""


def load_waivers(
    problems: Problems,
    field: Field | None,
    rules: Mapping[str, Rule],
    asked: Asked,
) -> tuple[Waiver, ...]:
    waivers: dict[str, Waiver] = {}
    for position, node in enumerate(items_of(problems, field, "waivers")):
        label = f"waivers[{position}]"
        record = Record(problems, node, label, WAIVER_KEYS)
        waiver = _load_waiver(record, node)
        if not waiver.rule:
            continue
        if waiver.rule in waivers:
            first = waivers[waiver.rule].line
            what = f"the rule '{waiver.rule}' has a second waiver"
            problems.add(node, what, f"first on line {first}; keep one")
        waivers.setdefault(waiver.rule, waiver)
        rule = rules.get(waiver.rule)
        if rule is None:
            hint = did_you_mean(waiver.rule, rules) or "remove the waiver or name a rule"
            named = record.fields["rule"].value
            problems.add(named, f"{label}: there is no rule '{waiver.rule}'", hint)
        elif rule.id in asked.sealed:
            what = f"{label}: '{rule.id}' may not be waived"
            hint = f"{asked.sealed[rule.id]} does not allow it"
            problems.add(record.fields["rule"].value, what, hint)
        elif waiver.up_to is not None and not isinstance(rule.comparator, Max | Min | Malformed):
            what = f"{label}: up_to needs a rule with max or min"
            problems.add(record.fields["up_to"], what, "remove up_to")
        if rule is not None and waiver.findings and (why := uncountable(rule)):
            what = f"{label}: findings cannot be listed for '{rule.id}': {why}"
            problems.add(record.fields["findings"], what, "remove findings, or waive another rule")
        _check_against(asked, record, waiver)
    return tuple(waivers.values())


def _load_waiver(record: Record, node: Node) -> Waiver:
    expiry, expires_at = _expiry(record)
    return Waiver(
        rule=record.text("rule"),
        owner=record.text("owner"),
        reason=record.text("reason"),
        expiry=expiry,
        expires_at=expires_at,
        issue=record.optional_text("issue"),
        up_to=record.number("up_to"),
        findings=_findings(record),
        created=_created(record),
        line=node.start.line,
        column=node.start.column,
    )


def _expiry(record: Record) -> tuple[str, datetime | None]:
    """The text as written, and the moment it means. Any text is enough: it fails closed."""
    field = record.fields.get("expiry")
    if field is None:
        record.text("expiry")  # reports that it is missing
        return "", None
    if not isinstance(field.value, Scalar):
        record.text("expiry")  # reports that it isn't text
        return "", None
    return field.value.text, parse_timestamp(field.value.text)


def _findings(record: Record) -> tuple[str, ...]:
    """What it covers. An empty list would cover nothing, and look as if it covered all."""
    field = record.fields.get("findings")
    if field is None:
        return ()
    nodes = items_of(record.problems, field, f"{record.label}: findings")
    if not nodes and (isinstance(field.value, Items) or is_empty(field)):
        what = f"{record.label}: findings is empty, so the waiver covers nothing"
        record.problems.add(field, what, "list findings, or remove the key")
    found: dict[str, None] = {}
    for node in nodes:
        written = node.text if isinstance(node, Scalar) and node.value is not None else ""
        if is_blank(written):
            what = f"{record.label}: findings holds {kind_of(node)}"
            record.problems.add(node, what, "write a fingerprint, or RULE:subject")
        elif written in found:
            record.problems.add(node, f"{record.label}: findings lists '{written}' twice")
        found[written] = None
    return tuple(found)


def _created(record: Record) -> datetime | None:
    written = record.optional_text("created")
    moment = parse_timestamp(written)
    if written and moment is None:
        what = f"{record.label}: created '{written}' is not an RFC 3339 timestamp"
        record.problems.add(record.fields["created"].value, what, f"for example {EXAMPLE}")
    return moment


def _check_against(asked: Asked, record: Record, waiver: Waiver) -> None:
    policy = asked.policy
    if policy.require_issue and not waiver.issue:
        source = f"waiver_policy{asked.of('require_issue')}"
        what = f"{record.label} has no 'issue', which {source} requires"
        record.problems.add(record.node, what, "add issue: …")
    if policy.max_days is None:
        return
    source = f"waiver_policy.max_days{asked.of('max_days')}"
    if waiver.created is None:
        if is_empty(record.fields.get("created")):
            what = f"{record.label} has no 'created', which {source} needs"
            record.problems.add(record.node, what, "add created: with the date it was granted")
        return
    longest = timedelta(days=policy.max_days)
    if waiver.expires_at is not None and waiver.expires_at - waiver.created > longest:
        what = f"{record.label} lasts longer than {source} ({policy.max_days})"
        record.problems.add(record.fields["expiry"].value, what, "choose an earlier expiry")
