"""Which findings a fact of the scan counts: the rule, its subject, and who else rules on it."""

from collections.abc import Iterator, Mapping

from .confidence import GRAVE, is_sure
from .model import Document, Named, Names, Object
from .per_rule import FAMILY
from .severity import cumulative

KINDS = ("defect", "exposure")


def names(document: Document) -> Names:
    """What the counts count: the rule, and its subject."""
    data = document.data
    findings = data.get("findings", ()) if isinstance(data, Mapping) else data
    referred = data.get("referred") or () if isinstance(data, Mapping) else ()
    found: dict[str, list[Named]] = {}
    for finding in findings:
        for fact in (*_of_all(finding), *_of_causes(finding), *_of_rule(finding)):
            found.setdefault(fact, []).append(_named(finding))
    for finding in referred:
        for fact in (*_of_all(finding), *_of_rule(finding)):
            found.setdefault(fact, []).append(_named(finding))
    if isinstance(data, Mapping) and isinstance(stale := data.get("stale_baseline"), list):
        entries = [entry for entry in stale if isinstance(entry, Mapping)]
        found["security.stale_baseline"] = [_entry(entry) for entry in entries]
    return {fact: tuple(named) for fact, named in found.items()}


def _of_all(finding: Object) -> Iterator[str]:
    """The facts that count every finding."""
    match finding:
        case {"rule": str(), "severity": str(severity)}:
            yield f"security.{severity}_count".casefold()
            yield "security.total_findings"
        case _:
            pass  # made elsewhere, and doesn't say


def _of_causes(finding: Object) -> Iterator[str]:
    """The facts that count each cause once."""
    match finding:
        case {"rule": str(), "kind": str(kind), "severity": str(severity)}:
            if kind.casefold() in KINDS:
                yield f"security.{kind}_{severity}".casefold()
            if kind.casefold() == "defect":
                yield from cumulative(severity.casefold())
            if is_sure(finding) and severity.casefold() in GRAVE:
                yield f"security.confident_{severity}".casefold()
        case _:
            pass  # made elsewhere, and doesn't say


def _of_rule(finding: Object) -> Iterator[str]:
    if isinstance(finding.get("rule"), str):
        yield FAMILY.name(finding["rule"])


def _named(finding: Object) -> Named:
    rule, subject = finding["rule"], finding.get("subject")
    name = subject.get("name") if isinstance(subject, Mapping) else None
    label = f"{rule}:{name}" if isinstance(name, str) and name else str(rule)
    of = str(subject.get("type")) if isinstance(subject, Mapping) else ""
    thing = "\0".join((str(rule), of, str(name)))
    return Named(label, _text(finding, "fingerprint"), _text(finding, "see"), thing)


def _entry(entry: Object) -> Named:
    """An entry of a baseline: its subject is one text."""
    label = ":".join(filter(None, (_text(entry, "rule"), _text(entry, "subject"))))
    return Named(label, _text(entry, "fingerprint"))


def _text(finding: Object, key: str) -> str:
    value = finding.get(key)
    return value if isinstance(value, str) else ""
