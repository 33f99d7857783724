"""URLs that a server asks a person to open. We never open one."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from mcptest_action.core.checks.results import not_verified
from mcptest_action.core.protocol.exchange import Reaction, RpcError
from mcptest_action.core.protocol.target import Address
from ..asking import Answers, Asked, Fault, links, nothing_asked, ruled_by
from ..model import Rulings, must, should
from ..revision import NOVEMBER_2025, SINCE_NOVEMBER, written
from ..traffic import quoted

_PAGE = "client/elicitation"
_MODE, _SAFE = f"{_PAGE}#url-mode-elicitation-requests", f"{_PAGE}#safe-url-handling"
_ERROR = written(f"{_PAGE}#url-elicitation-required-error")
_SENDS = "calls of tools that are declared read-only, as a client that has elicitation by URL"
COMPLETE = must("ASK-05", written(_MODE, _MODE), revisions=SINCE_NOVEMBER)(
    expects="An elicitation in `url` mode has a `message` and a valid `url`; in 2025-11-25 also "
    "an `elicitationId`.",
    sends=_SENDS,
    remedy="Send an absolute URL, a message that says what it is for and, in 2025-11-25, an id of "
    "your choice.",
)
ENCRYPTED = should(
    "ASK-06",
    written(_SAFE, _SAFE),
    revisions=SINCE_NOVEMBER,
)(
    expects="A URL that people are to open begins with `https`, unless it leads to a "
    "private network.",
    sends=_SENDS,
    remedy="Serve the page over HTTPS.",
)
REQUIRED = must("ASK-09", _ERROR, revisions=(NOVEMBER_2025,))(
    expects="Error -32042 lists the elicitations that have to come first, all in `url` mode and "
    "with an `elicitationId`.",
    sends=_SENDS,
    remedy="List them in `data.elicitations`, each like the params of one in `url` mode.",
)
CHECKS = (COMPLETE, ENCRYPTED, REQUIRED)
URL_ELICITATION_REQUIRED = -32042


def rulings(asked: Sequence[Asked], revision: str, calls: Answers) -> Rulings:
    needed = [(tool, reaction) for tool, reaction in calls if _needs_url(reaction)]
    by_error = [
        Asked(tool, "", params, error) for tool, error in needed for params in _listed(error)
    ]
    own = links(asked)
    found = [*own, *by_error]
    none = nothing_asked("the server named no URL", calls)
    odd = not_verified("no URL was valid, so that none could be looked at") if found else none
    no_error = nothing_asked("there was no such error", calls)
    named = [one for one in found if _is_url(one.params.get("url"))]
    gaps = [one.fault(gap) for one in own if (gap := _gap(one.params, revision))]
    plain = [
        one.fault(f"the URL {quoted(_public(one.params['url']))} is not encrypted")
        for one in named
        if _is_plain(one.params["url"])
    ]
    bad = [
        Fault(f"{tool}: {what}", error)
        for tool, error in needed
        for what in _flaws(error, revision)
    ]
    return {
        COMPLETE.id: ruled_by(gaps, len(own), none, f"looked at {len(own)} URLs"),
        ENCRYPTED.id: ruled_by(plain, len(named), odd, f"looked at {len(named)} URLs"),
        REQUIRED.id: ruled_by(bad, len(needed), no_error, f"looked at {len(needed)} such errors"),
    }


def _gap(params: Mapping[str, Any], revision: str) -> str:
    if not isinstance(params.get("message"), str):
        return "the elicitation has no message"
    if not _is_url(params.get("url")):
        url = params.get("url")
        return f"its url is {_public(url) if isinstance(url, str) else url!r:.80}"
    if revision == NOVEMBER_2025 and not isinstance(params.get("elicitationId"), str):
        return "the elicitation has no elicitationId"
    return ""


def _is_url(text: Any) -> bool:
    if not isinstance(text, str) or any(sign.isspace() for sign in text):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme and (parts.netloc or parts.path))


def _public(url: str) -> str:
    """Without a password, the query and the fragment: they may let one person in, once."""
    return re.sub(r"//[^/?#]*@", "//", re.split(r"[?#]", url, maxsplit=1)[0])


def _is_plain(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "http" and not Address(authority=parts.netloc).private


def _needs_url(reaction: Reaction) -> bool:
    return isinstance(reaction, RpcError) and reaction.code == URL_ELICITATION_REQUIRED


def _elicitations(reaction: Reaction) -> Any:
    data = reaction.data if isinstance(reaction, RpcError) else None
    return data.get("elicitations") if isinstance(data, dict) else None


def _listed(reaction: Reaction) -> Iterator[Mapping[str, Any]]:
    elicitations = _elicitations(reaction)
    for one in elicitations if isinstance(elicitations, list) else ():
        if isinstance(one, dict):
            yield one


def _flaws(reaction: Reaction, revision: str) -> Iterable[str]:
    elicitations = _elicitations(reaction)
    if not isinstance(elicitations, list) or not elicitations:
        return ["error -32042 came without data.elicitations"]
    shaped = [one if isinstance(one, dict) else {} for one in elicitations]
    wrong = [one for one in shaped if one.get("mode") != "url"]
    if wrong:
        return [f"error -32042 lists an elicitation in the mode {wrong[0].get('mode')!r:.80}"]
    return [gap for one in shaped if (gap := _gap(one, revision))]
