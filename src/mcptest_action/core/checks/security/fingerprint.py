"""What tells a finding from all others, in this run and in the next one.

It is made of the rule, the subject, the field and the evidence. Where something stands in a list
says nothing about it, nor does the port that a server happens to listen on.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from mcptest_action.core.checks.results import fingerprint_of
from mcptest_action.core.protocol.surface import Surface
from .model import Finding, Subject
from .readings import normalized

# No list has so many entries that its places need more, and Python reads no number of any length.
_FIGURES = 10


def marked(findings: Iterable[Finding], surface: Surface) -> Iterator[Finding]:
    """The findings with their fingerprints, each thing once. The order decides between equals."""
    seen: set[str] = set()
    times: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for finding in findings:
        hit = finding.hit
        entry, field = _place(hit.pointer, surface)
        evidence = _evidence(finding, field)
        # The same evidence in two places of one entry is two findings; in two entries of one name,
        # nobody can tell which is which.
        places = times[entry, json.dumps(evidence)]
        number = places.setdefault(hit.pointer, len(places))
        # No evidence begins with a blank, so none of it passes for a number.
        mark = fingerprint_of(*evidence, *([f" {number + 1}"] if number else []))
        if mark not in seen:
            seen.add(mark)
            yield finding._replace(fingerprint=mark)


def _evidence(finding: Finding, field: list[str]) -> list[Any]:
    hit = finding.hit
    return [
        finding.rule.id,
        *without_port(hit.subject),
        field,
        normalized(hit.identity or hit.snippet),
        *map(normalized, hit.more),
    ]


def without_port(subject: Subject) -> Subject:
    """An endpoint without its port, which a test server gets from the system."""
    if subject.type != "endpoint":
        return subject
    try:
        address = urlsplit(subject.name)
        if address.port is None:
            return subject
    except ValueError:  # no address that anybody could have reached
        return subject
    host, _, _ = address.netloc.rpartition(":")
    return subject._replace(name=address._replace(netloc=host).geturl())


def _place(pointer: str, surface: Surface) -> tuple[str, list[str]]:
    """The entry that the pointer leads into, and the way from there, without places in lists."""
    _, *parts = pointer.split("/")
    listed = surface.lists.get(parts[0]) if parts else None
    if listed is None:
        return "", list(_names(parts, {"serverInfo": surface.server}))
    position, way = "".join(parts[1:2]), parts[2:]
    return position, list(_names(way, _item(listed, position)))


def _names(way: list[str], here: Any) -> Iterator[str]:
    """The parts of the way that are names."""
    for part in way:
        if isinstance(here, list):
            here = _item(here, part)
            continue
        yield part
        name = part.replace("~1", "/").replace("~0", "~")
        here = here.get(name) if isinstance(here, Mapping) else None


def _item(items: Sequence[Any], position: str) -> Any:
    number = int(position) if position.isdecimal() and len(position) < _FIGURES else len(items)
    return items[number] if number < len(items) else None
