"""A baseline as people commit it, read strictly. A scan's own report is one as well."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from mcptest_action.core.text import InputError, is_blank, misspelt, unusable
from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp
from .baseline import RANK, Baseline
from .model import KnownFinding, Subject

SCHEMA = "mcptest.dev/security-baseline/v1"
SCAN = "mcptest.dev/security/v1"
GRANTED = ("owner", "reason", "created", "expiry", "issue")
_KEYS = ("fingerprint", "rule", "severity", "subject", *GRANTED)
_ASKED_BY_A_GATE = ("owner", "reason", "expiry")
_FILL = "mcptest security … --write-baseline FILE --owner … --reason … --for 90days"


def load_baseline(data: Any, file: str, *, now: datetime) -> Baseline:
    return Baseline(file, load_entries(data, file), now)


def load_entries(data: Any, file: str) -> Mapping[str, KnownFinding]:
    """By fingerprint."""
    entries: dict[str, KnownFinding] = {}
    for label, entry in _entries(data, file):
        if entry.fingerprint in entries:
            what = f"{label} lists the fingerprint {entry.fingerprint[:64]} for the second time"
            raise unusable(file, what, "keep one of the entries")
        entries[entry.fingerprint] = entry
    return entries


def load_gating_baseline(data: Any, file: str, *, now: datetime) -> Baseline:
    """One that a gate can rest on: somebody answers for each entry, and each has an end."""
    baseline = load_baseline(data, file, now=now)
    bad = {
        label: lacking
        for label, entry in _entries(data, file)
        if (lacking := [name for name in _ASKED_BY_A_GATE if not getattr(entry, name)])
    }
    if bad:
        label, lacking = next(iter(bad.items()))
        more = f"; {len(bad)} entries lack something" if len(bad) > 1 else ""
        what = f"{label} has no {' and no '.join(lacking)}, which a gate asks for{more}"
        raise unusable(file, what, f"write them, or fill them in with {_FILL}")
    return baseline


def _entries(data: Any, file: str) -> list[tuple[str, KnownFinding]]:
    """The entries, and what to call each in an error."""
    if not isinstance(data, Mapping):
        raise _not_recognised(file, "the file holds no object")
    schema = data.get("schema_version")
    if schema not in (SCHEMA, SCAN):
        raise _not_recognised(file, f"schema_version is '{schema}'")
    if not isinstance(data.get("findings"), list):
        raise _not_recognised(file, "there is no list called 'findings'")
    if schema == SCHEMA:
        return _listed(data, "findings", _own, file)
    # A scan lists what others rule on by itself, and puts what an entry said under one key.
    return [
        entry for name in ("findings", "referred") for entry in _listed(data, name, _of_scan, file)
    ]


def _listed(
    data: Mapping[str, Any], name: str, said: Callable[[Any, str, str], dict[str, Any]], file: str
) -> list[tuple[str, KnownFinding]]:
    listed = data.get(name)
    return [
        (label, _entry(each, label, file)._replace(**said(each, label, file)))
        for position, each in enumerate(listed if isinstance(listed, list) else [])
        for label in [f"{name}[{position}]"]
    ]


def _entry(data: Any, label: str, file: str) -> KnownFinding:
    match data:
        case {"fingerprint": str(mark), "rule": str(rule), "severity": str(severity)}:
            pass
        case _:
            what = f"{label} needs a fingerprint, a rule and a severity"
            raise unusable(file, what, "make it again with --write-baseline")
    if severity not in RANK:
        raise unusable(file, f"{label}.severity is '{severity}'", f"known: {', '.join(RANK)}")
    match data:
        case {"subject": {"type": str(kind), "name": str(name)}}:
            subject = Subject(kind, name)
        case {"subject": _}:
            what = f"{label}.subject is not an object with a type and a name"
            raise unusable(file, what, "make it again with --write-baseline")
        case _:
            subject = Subject("", "")
    return KnownFinding(mark, rule, severity, subject)


def _of_scan(data: Any, label: str, file: str) -> dict[str, Any]:
    known = data.get("known")
    return _granted(known, f"{label}.known", file) if isinstance(known, Mapping) else {}


def _own(data: Any, label: str, file: str) -> dict[str, Any]:
    for key in data:
        # An `expires` that nobody reads would be an entry without an end.
        meant = None if key in _KEYS else misspelt(str(key), _KEYS)
        if meant is not None:
            raise unusable(file, f"{label} has an unknown key '{key}'", f"did you mean {meant}?")
    return _granted(data, label, file)


def _granted(data: Mapping[str, Any], label: str, file: str) -> dict[str, Any]:
    """What the entry says for itself, by the same rules as a waiver."""
    said = {name: _text(data[name], f"{label}.{name}", file)
            for name in ("owner", "reason") if name in data}  # fmt: skip
    if data.get("issue"):
        said["issue"] = _text(data["issue"], f"{label}.issue", file)
    if data.get("created"):
        said["created"] = _text(data["created"], f"{label}.created", file)
        if parse_timestamp(said["created"]) is None:
            what = f"{label}.created '{said['created']}' is not an RFC 3339 timestamp"
            raise unusable(file, what, f"for example {EXAMPLE}")
    if "expiry" in data:
        said["expiry"] = _expiry(data["expiry"])
    return said


def _text(value: Any, label: str, file: str) -> str:
    if not isinstance(value, str):
        raise unusable(file, f"{label} is not text", "write something, or leave it out")
    if is_blank(value):
        found = "holds nothing that can be seen" if value.strip() else "is empty"
        raise unusable(file, f"{label} {found}", "write something, or leave it out")
    return value


def _expiry(value: Any) -> str:
    """Any value is enough: what is no time has passed."""
    return value if isinstance(value, str) and value else json.dumps(value)


def _not_recognised(file: str, found: str) -> InputError:
    what = f"not recognised as a baseline: {found}"
    return unusable(file, what, "make it with mcptest security … --write-baseline FILE")
