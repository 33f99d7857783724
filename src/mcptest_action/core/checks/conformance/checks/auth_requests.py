"""Servers that want credentials want them with every request, and not just with the hello."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    BROKEN,
    EVENTS,
    FORBIDDEN,
    NOT_ALLOWED,
    NOT_FOUND,
    PATIENCE_S,
    SESSION,
    UNAUTHORIZED,
    Http,
    Hush,
    Notify,
    NotSent,
    Reaction,
    Replied,
    Request,
    Script,
    SingleStep,
    StrayCall,
    Together,
    header_of,
    said,
    status_of,
    version_header,
)
from mcptest_action.core.protocol.surface import made_up_name
from ..made_up_tokens import TOKENS
from ..meet import initialize, knock
from ..model import HTTP, Examinee, Needs, Probe, Probing, Rulings, must, should, the_same
from ..revision import MARCH_2025, written
from ..strangers import NOT_IMPLEMENTED, OPEN, is_served, lets_strangers_in, may_refuse
from ..traffic import listed

_HANDLING = "basic/authorization#token-handling"
_RESTRICTION = "access-token-privilege-restriction"
_ASKED = "`tools/list`, the call of a tool that does not exist, GET and DELETE"
INVALID = must("AUTH-05", _HANDLING, HTTP)(
    expects="Every request that needs credentials is answered with 401 if they are made up.",
    sends=f"{_ASKED} with a made-up and with an expired token, in a session that was begun with "
    "your credentials, if you gave any",
    remedy="Validate the token of every request, whatever its method, and not only of the first.",
)
# A server may leave requests to everybody: some let strangers say hello and list their tools.
# Who guards the hello does not. Then, a session is no substitute for a token.
GUARDED = must(
    "AUTH-08",
    {
        **written(
            f"basic/authorization#{_RESTRICTION}",
            f"basic/authorization/security-considerations#{_RESTRICTION}",
        ),
        MARCH_2025: "basic/authorization#error-handling",
    },
    HTTP,
)(
    expects="A server that wants credentials for its hello answers every request without any "
    "with status 401.",
    sends=f"{_ASKED} without credentials, in a session that was begun with yours, if you gave any",
    remedy="Put the check of the token before everything else that the endpoint does. Knowing a "
    "session id proves nothing.",
)
# The text wants a 401 for every invalid token. Here it would protect nothing, as strangers are
# served, too; but a client never learns that its token has expired.
PUBLIC = should("AUTH-09", _HANDLING, HTTP, basis="derived")(
    expects="A made-up token gets status 401 even where a request needs none.",
    sends="the same as for AUTH-05, to servers that serve some requests without credentials",
    remedy="Where a request carries a token, validate it, even if everybody may ask.",
)
CHECKS = (INVALID, GUARDED, PUBLIC)
_LIST, _CALL, _STREAM, _END = "`tools/list`", "the call of an unknown tool", "GET", "DELETE"
_NONE = "without credentials"
_HEADERS: Mapping[str, Mapping[str, str]] = {
    _NONE: {},
    **{f"with {name}": {"Authorization": t} for name, t in TOKENS.items()},
}
_TOKENS = tuple(how for how in _HEADERS if how != _NONE)


class Asked(NamedTuple):
    """One request, and what the server did, by what it was asked with."""

    what: str
    reactions: Mapping[str, Reaction]

    @property
    def stranger(self) -> Reaction:
        return self.reactions[_NONE]

    def wrong(self, hows: Sequence[str]) -> Iterator[tuple[str, Reaction]]:
        """What was not answered with 401, by what it was asked with.

        Who answers strangers with 403 may answer made-up tokens in the same way: AUTH-08 has it.
        """
        right = {UNAUTHORIZED} if _NONE in hows else {UNAUTHORIZED, self._as_to_strangers}
        for how in hows:
            if how in self.reactions and status_of(self.reactions[how]) not in right:
                yield how, self.reactions[how]

    @property
    def _as_to_strangers(self) -> int:
        return FORBIDDEN if status_of(self.stranger) == FORBIDDEN else UNAUTHORIZED


def every_request(server: Examinee) -> Probing:
    if lets_strangers_in(server):
        return the_same(CHECKS, OPEN)
    session = ""
    if not server.is_modern and not server.locked:
        hello = yield initialize(server.revision, server.client_version)
        if not isinstance(hello, Replied):
            return the_same(CHECKS, not_verified(f"on a new connection, the server {said(hello)}"))
        yield Notify("notifications/initialized")
        session = header_of(hello, SESSION)
    greeting = yield from knock(server, {})
    asked = yield from _ask(server, session)
    telling = [_telling(one, server) for one in asked]
    known = [one for one in telling if _NONE in one.reactions]
    hello = Asked("the hello", {_NONE: greeting})
    unclear = [one for one in asked if may_refuse(one.stranger)]
    unclear += [] if isinstance(greeting, Replied) else [hello]
    unknown = [f"{_NONE}, to {one.what}, the server {said(one.stranger)}" for one in unclear]
    return _rulings(server, hello, known, unknown)


def _ask(server: Examinee, session: str) -> Script[list[Asked]]:
    """Everything in every way. At the end what would end the session; it is asked one by one, so
    that the same server always gives the same answers.
    """
    steps: dict[tuple[str, str], SingleStep] = {}
    for how, headers in _HEADERS.items():
        steps |= {(what, how): step for what, step in _steps(server, session, headers)}
    reactions = dict(zip(steps, (yield Together(tuple(steps.values()))), strict=True))
    yield Hush()
    names = dict.fromkeys(what for what, _ in steps)
    asked = [Asked(what, {how: reactions[what, how] for how in _HEADERS}) for what in names]
    if not session:
        return asked
    ended: dict[str, Reaction] = {}
    for how, headers in _HEADERS.items():
        ended[how] = yield _in_session("DELETE", server, session, headers)
    return [*asked, Asked(_END, ended)]


def _steps(
    server: Examinee, session: str, headers: Mapping[str, str]
) -> Iterator[tuple[str, SingleStep]]:
    yield _LIST, Request("tools/list", None, None, PATIENCE_S, headers, anonymous=True)
    params = {"name": made_up_name(server.surface), "arguments": {}}
    yield _CALL, StrayCall(params, headers, PATIENCE_S, anonymous=True)
    if not server.is_modern:  # 2026-07-28 has neither GET nor DELETE
        asked_for = {"Accept": EVENTS, **headers}
        yield _STREAM, _in_session("GET", server, session, asked_for)._replace(waits=False)


def _in_session(method: str, server: Examinee, session: str, headers: Mapping[str, str]) -> Http:
    own = {SESSION: session} if session else {}
    all_headers = {**version_header(server.revision), **own, **headers}
    return Http(method, all_headers, timeout_s=PATIENCE_S, anonymous=True)


def _telling(asked: Asked, server: Examinee) -> Asked:
    """Only the answers that are about credentials, and not about something that comes before."""
    before = set()
    if asked.what in (_STREAM, _END):  # there may be no such thing
        before = {NOT_FOUND, NOT_ALLOWED, NOT_IMPLEMENTED}
    if not server.is_modern:  # a session that is not ours, has ended, or could not be begun
        before |= {NOT_FOUND, BAD_REQUEST} if server.locked else {NOT_FOUND}
    kept = {
        how: reaction
        for how, reaction in asked.reactions.items()
        if not isinstance(reaction, NotSent) and status_of(reaction) not in before
    }
    return asked._replace(reactions=kept)


def _rulings(server: Examinee, hello: Asked, asked: Sequence[Asked], unknown: list[str]) -> Rulings:
    """`unknown`: of what nobody can tell whether it needs credentials, and why."""
    # A 403 is about credentials where ours make the difference.
    refusals = (UNAUTHORIZED,) if server.locked else (UNAUTHORIZED, FORBIDDEN)
    closed = [one for one in asked if status_of(one.stranger) in refusals]
    if isinstance(hello.stranger, BROKEN):
        unheard = _refused([hello], [_NONE], _NOTHING_ASKED)
        return {**the_same(CHECKS, unheard), INVALID.id: _refused(closed, _TOKENS, unheard)}
    if not closed and status_of(hello.stranger) not in refusals:
        because = f"it asks for none: without credentials, the server {said(hello.stranger)}"
        return the_same(CHECKS, not_verified(unknown[0]) if unknown else not_applicable(because))
    is_public = is_served(hello.stranger)
    served = [one for one in asked if one not in closed] if is_public else []
    return {
        GUARDED.id: _chosen(served, closed) if is_public else _guarded(hello, asked),
        INVALID.id: _refused(closed, _TOKENS, _NOTHING_CLOSED),
        PUBLIC.id: _refused(served, _TOKENS, _NOTHING_PUBLIC),
    }


_NOTHING_CLOSED = not_verified("nothing but the hello is known to be refused without credentials")
_NOTHING_PUBLIC = not_applicable("it serves no request without credentials")
_NOTHING_ASKED = not_verified("without a session, nothing but the hello could be asked")


def _chosen(served: Sequence[Asked], closed: Sequence[Asked]) -> Ruling:
    answered = [one.what for one in served if not isinstance(one.stranger, BROKEN)]
    public = ", ".join(["the hello", *answered])
    private = ", ".join(one.what for one in closed)
    return not_applicable(f"without credentials, it serves {public}, and refuses {private}")


def _guarded(hello: Asked, asked: Sequence[Asked]) -> Ruling:
    if not asked and status_of(hello.stranger) == UNAUTHORIZED:
        return _NOTHING_ASKED
    return _refused([hello, *asked], [_NONE], _NOTHING_ASKED)


def _refused(asked: Sequence[Asked], hows: Sequence[str], nothing: Ruling) -> Ruling:
    """Whether all were answered with 401. Who looks tokens up elsewhere may take long."""
    asked = [one for one in asked if any(how in one.reactions for how in hows)]
    wrong = [(how, one.what, reaction) for one in asked for how, reaction in one.wrong(hows)]
    answered = [each for each in wrong if not isinstance(each[2], BROKEN)]
    if answered:
        return failed(listed(_clauses(answered), most=len(wrong)))
    if wrong:
        return not_verified(next(_clauses(wrong)))
    names = ", ".join(one.what for one in asked)
    return passed(f"refused: {names}") if asked else nothing


def _clauses(wrong: Sequence[tuple[str, str, Reaction]]) -> Iterator[str]:
    """First what was served, which is worse than another status."""
    for how in dict.fromkeys(how for how, _, _ in wrong):
        served = [what for with_it, what, r in wrong if with_it == how and is_served(r)]
        if served:
            yield f"{how}, the server does not refuse {', '.join(served)}"
    for how, what, reaction in wrong:
        if not is_served(reaction):
            yield f"{how}, to {what}, the server {said(reaction)}"


PROBES = (Probe("every_request", CHECKS, every_request, Needs.SILENT, of_locked=True),)
