"""Forms that a server asks a person to fill in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import not_verified
from mcptest_action.core.protocol.exchange import ELICITATION, mode_of
from ..asking import Answers, Asked, forms, nothing_asked, ruled_by
from ..model import Rulings, must, should
from ..revision import NOVEMBER_2025, SINCE_JUNE, SINCE_NOVEMBER, written
from ..traffic import quoted

_PAGE = "client/elicitation"
_MODE, _FLAT = f"{_PAGE}#form-mode-elicitation-requests", f"{_PAGE}#requested-schema"
_SAFE, _MODEL = f"{_PAGE}#safe-url-handling", f"{_PAGE}#user-interaction-model"
_FORM = written(f"{_PAGE}#creating-elicitation-requests", _MODE, _MODE)
_SCHEMA = written(f"{_PAGE}#request-schema", _FLAT, _FLAT)
_SENDS = "calls of tools that are declared read-only, as a client that has elicitation"
COMPLETE = must("ASK-02", _FORM, revisions=SINCE_JUNE)(
    expects="A form has a `message`, and a `requestedSchema` of an object with properties.",
    sends=_SENDS,
    remedy="Say in `message` what you need and why, and send the schema of an object.",
)
FLAT = must("ASK-03", _SCHEMA, revisions=SINCE_JUNE, basis="schema")(
    expects="No field of a form is an object, or a list of objects.",
    sends=_SENDS,
    remedy="Ask for one flat object; ask twice rather than for an object inside of it.",
)
PLAIN = should("ASK-04", _SCHEMA, revisions=SINCE_JUNE, basis="schema")(
    expects="Every field is a text, a number, yes or no, or a choice, as clients know them.",
    sends=_SENDS,
    remedy="Give each field the type string, number, integer or boolean; leave a field out of "
    "`required` instead of allowing null; use the formats email, uri, date and date-time.",
)
NO_LINKS = should("ASK-07", written(november=_SAFE, modern=_SAFE))(
    expects="No text of a form has a URL in it that a person could click.",
    sends=f"{_SENDS}; looks at the message, and at titles and descriptions that give no examples",
    remedy="Send people to a URL with an elicitation in `url` mode.",
)
NO_SECRETS = should(
    "ASK-08",
    written(_MODEL, _MODEL),
    revisions=SINCE_JUNE,
)(
    expects="No field of a form looks as if it asks for a password, a key or a card number.",
    sends=_SENDS,
    remedy="Never ask for secrets in a form: every client sees what is typed. Since 2025-11-25, "
    "the `url` mode is made for that.",
)
CHECKS = (COMPLETE, FLAT, PLAIN, NO_LINKS, NO_SECRETS)
ABOUT_FIELDS = (FLAT.id, PLAIN.id, NO_SECRETS.id)
_PRIMITIVE = ("string", "number", "integer", "boolean")
_FORMATS = ("email", "uri", "date", "date-time")
_LINK = re.compile(r"https?://", re.IGNORECASE)
# What follows shows what to type, and is not for clicking.
_EXAMPLE = re.compile(r"\be\.\s?g\.|\bexamples?\b|\bsuch as\b|\blike\b", re.IGNORECASE)
_SECRET = re.compile(
    r"pass(?:word|wd|phrase)|secret|api[-_ ]?key|access[-_ ]?token|private[-_ ]?key"
    r"|credit[-_ ]?card|card[-_ ]?number|\bcv[vc]\b",
    re.IGNORECASE,
)
Fields = Mapping[str, Any]


def rulings(asked: Sequence[Asked], revision: str, calls: Answers) -> Rulings:
    found = forms(asked)
    whole = [one for one in found if not _gap(one.params)]
    elicited = [one for one in asked if one.method == ELICITATION and revision in SINCE_NOVEMBER]
    modes = [(one, mode_of(one.params)) for one in elicited]
    odd_modes = [one.fault(f"its mode is {m!r:.80}") for one, m in modes if not isinstance(m, str)]
    gaps = [one.fault(gap) for one in found if (gap := _gap(one.params))]
    problems = {
        COMPLETE.id: [*gaps, *odd_modes],
        FLAT.id: [one.fault(what) for one in whole for what in _nested(_fields(one))],
        PLAIN.id: [one.fault(what) for one in whole for what in _unknown(_fields(one), revision)],
        NO_LINKS.id: [one.fault(what) for one in found for what in _linked(one.params)],
        NO_SECRETS.id: [one.fault(what) for one in whole for what in _secret(_fields(one))],
    }
    none = nothing_asked("the server showed no form", calls)
    odd = not_verified(f"no form was such that its fields could be looked at: see {COMPLETE.id}")
    rulings = {}
    for check, faults in problems.items():
        seen, nothing = found, none
        if check in ABOUT_FIELDS and found:
            seen, nothing = whole, odd
        rulings[check] = ruled_by(faults, len(seen), nothing, f"looked at {len(seen)} forms")
    return rulings


def _gap(params: Fields) -> str:
    schema = params.get("requestedSchema")
    if not isinstance(params.get("message"), str):
        return "the form has no message"
    if not isinstance(schema, dict):
        return "the form has no requestedSchema"
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
        return "requestedSchema is not that of an object with properties"
    return ""


def _fields(one: Asked) -> Fields:
    properties: Fields = one.params["requestedSchema"]["properties"]
    return properties


def _nested(fields: Fields) -> Iterator[str]:
    for name, field in fields.items():
        if what := _nesting(field):
            yield f"the field {quoted(name)} is {what}"


def _nesting(field: Any) -> str:
    if _is_object(field):
        return "an object"
    return "a list of objects" if _is_object(_object(field).get("items")) else ""


def _is_object(schema: Any) -> bool:
    return "properties" in _object(schema) or _object(schema).get("type") == "object"


def _object(value: Any) -> Fields:
    return value if isinstance(value, dict) else {}


def _unknown(fields: Fields, revision: str) -> Iterator[str]:
    """Where nothing is nested, which is worse."""
    for name, field in fields.items():
        what = "" if _nesting(field) else _oddity(_object(field), revision)
        if what:
            yield f"the field {quoted(name)} has {what}"


def _oddity(field: Fields, revision: str) -> str:
    kind = field.get("type")
    if kind == "array" and revision >= NOVEMBER_2025 and _is_choice(field.get("items")):
        return ""
    if kind not in _PRIMITIVE:
        return f"the type {kind!r:.80}" if "type" in field else "no type"
    if field.get("format", _FORMATS[0]) not in _FORMATS:
        return f"the format {field['format']!r:.80}"
    return "" if _are_texts(field.get("enum", [])) else "an enum that is not a list of texts"


def _is_choice(items: Any) -> bool:
    """Whether several of these can be chosen, which is the only list there is."""
    if not isinstance(items, dict):
        return False
    options = items.get("anyOf", items.get("oneOf"))
    is_titled = isinstance(options, list) and all(
        isinstance(one, dict) and "const" in one for one in options
    )
    return is_titled or isinstance(items.get("enum"), list)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _linked(params: Fields) -> Iterator[str]:
    if any(_LINK.search(text) for text in _texts(params)):
        yield "a text of the form has a URL in it"


def _texts(value: Any, name: str = "") -> Iterator[str]:
    """What a person reads: the message, and titles and descriptions, also of choices."""
    if isinstance(value, str):
        if name == "message" or (name in ("title", "description") and not _EXAMPLE.search(value)):
            yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _secret(fields: Fields) -> Iterator[str]:
    """Nobody types one where it is yes or no, or a number."""
    for name, field in fields.items():
        known = _object(field)
        is_typed = known.get("type") not in ("boolean", "number", "integer")
        if is_typed and _SECRET.search(f"{name} {known.get('title')}"):
            yield f"the field {quoted(name)} looks like a secret"
