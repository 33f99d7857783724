"""Resources and templates as they are listed."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import Provenance, Replied, Request, in_words
from ..listed import unlisted
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should
from ..traffic import listed

# An expression of RFC 6570: an operator, then variables with their modifiers.
_EXPRESSION = re.compile(r"\{[+#./;?&=,!@|]?[\w.%]+(?::\d{1,4}|\*)?(?:,[\w.%]+(?::\d{1,4}|\*)?)*\}")
SHAPE = must("RSRC-01", "server/resources#resource", basis="schema")(
    expects="Every resource has a `name` and a `uri` with a scheme; every template a `name` and a "
    "`uriTemplate` that can be read.",
    sends="the lists of resources and templates, all pages of them",
    remedy="Give each entry a name and an absolute address such as `notes://today`.",
)
TEMPLATES = should("RSRC-10", "server/resources#resource-templates", basis="derived")(
    expects="A server with resources answers `resources/templates/list`, if with an empty list.",
    sends="`resources/templates/list`",
    remedy="Register a handler that returns an empty list.",
)


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    nothing = unlisted(server, "resources")
    return {SHAPE.id: _shapes(server) if nothing is None else nothing}


def _shapes(server: Examinee) -> Ruling:
    resources, templates = server.surface.resources, server.surface.templates
    problems = [p for entry in resources if (p := _problem(entry, "uri"))]
    problems += [p for entry in templates if (p := _problem(entry, "uriTemplate"))]
    if problems:
        return failed(listed(problems))
    return passed(f"{len(resources)} resources, {len(templates)} templates")


def _problem(entry: Mapping[str, Any], key: str) -> str:
    address, name = entry.get(key), entry.get("name")
    called = str(address or name)[:100]
    if not isinstance(address, str):
        return f"{called} has no {key}"
    if not isinstance(name, str):
        return f"{called} has no name"
    rest = _EXPRESSION.sub("x", address) if key == "uriTemplate" else address
    if "{" in rest and key == "uriTemplate":
        return f"{called} is not a template that can be read"
    return "" if key == "uriTemplate" or _has_scheme(rest) else f"{called} has no scheme"


def _has_scheme(address: str) -> bool:
    try:
        return bool(urlsplit(address).scheme)
    except ValueError:
        return bool(re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", address))


def templates(server: Examinee) -> Probing:
    if not server.declares("resources"):
        return {TEMPLATES.id: not_applicable("the server does not declare resources")}
    reaction = yield Request("resources/templates/list")
    if isinstance(reaction, Replied):
        return {TEMPLATES.id: passed("the server replied")}
    return {TEMPLATES.id: failed(f"the server {in_words(reaction)}")}


PROBES = (Probe("templates_list", (TEMPLATES,), templates, sends=Provenance.SOUND),)
REVIEWS = (Review((SHAPE,), review, looks_at=("resources/list",)),)
