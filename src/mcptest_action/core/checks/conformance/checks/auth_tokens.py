"""Servers that want credentials: how they treat those that nobody gave out, at the door."""

from collections.abc import Mapping

from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    BROKEN,
    UNAUTHORIZED,
    Reaction,
    header_of,
    in_words,
    parameter,
    said,
    status_of,
)
from ..made_up_tokens import MADE_UP, MALFORMED, PLAIN, TOKENS
from ..meet import knock
from ..model import HTTP, Examinee, Needs, Probe, Probing, must, should, the_same
from ..refusal import error_of
from ..strangers import is_served, refused_hello

_HANDLING = "basic/authorization#token-handling"
REFUSED = must("AUTH-04", _HANDLING, HTTP)(
    expects="A server that wants credentials answers made-up ones with status 401.",
    sends="hellos with `Authorization: foo`, a made-up bearer token, and JSON Web Tokens that "
    "have expired, without a signature, with a wrong one, and with `alg: none`; never with the "
    "user's own",
    remedy="Validate the signature, issuer, audience and expiry of every token, and accept no "
    "token without a signature.",
)
# OAuth 2.1, to which the section refers, asks for the attribute with a SHOULD.
INVALID = should("AUTH-10", _HANDLING, HTTP)(
    expects="The 401 to a made-up token says that the token is invalid.",
    sends="a hello with a made-up bearer token",
    remedy='Answer invalid tokens with `WWW-Authenticate: Bearer error="invalid_token"`: to a '
    "client, that is the sign to get another one.",
)
# The text forbids clients to send one there. Who accepts it all the same invites them to.
QUERY = should("AUTH-11", "basic/authorization#token-requirements", HTTP, basis="derived")(
    expects="A token in the query string is not looked at.",
    sends="a hello with the made-up `?access_token=…`, and compares the answer with those to no "
    "token and to the same one in the header; never the user's own, which would end up in logs",
    remedy="Read tokens from the `Authorization` header only: addresses are logged.",
)
CHECKS = (REFUSED, INVALID, QUERY)
_PLAIN_NAME = next(iter(TOKENS))


def made_up(server: Examinee) -> Probing:
    refused = yield from refused_hello(server)
    if isinstance(refused, Ruling):
        return the_same(CHECKS, refused)
    answers: dict[str, Reaction] = {}
    for name, credentials in MADE_UP.items():
        reaction = yield from knock(server, {"Authorization": credentials})
        # Some servers call something that isn't a token at all a bad request.
        allowed = (UNAUTHORIZED, BAD_REQUEST) if name == MALFORMED else (UNAUTHORIZED,)
        if status_of(reaction) not in allowed and not isinstance(reaction, BROKEN):
            let_in = not_verified(f"a made-up token does not get a 401, see {REFUSED.id}")
            wrong = failed(f"to {name}, the server {said(reaction)}")
            return {**the_same((INVALID, QUERY), let_in), REFUSED.id: wrong}
        answers[name] = reaction
    queried = yield from knock(server, {}, f"access_token={PLAIN}")
    return {
        REFUSED.id: _refused(answers),
        INVALID.id: _invalid(answers[_PLAIN_NAME]),
        QUERY.id: _in_query(refused, answers[_PLAIN_NAME], queried),
    }


def _refused(answers: Mapping[str, Reaction]) -> Ruling:
    """Who looks tokens up elsewhere, or slows down who guesses, may take long."""
    for name, reaction in answers.items():
        if isinstance(reaction, BROKEN):
            return not_verified(f"to {name}, the server {said(reaction)}")
    return passed(f"refused: {', '.join(answers)}")


def _invalid(refused: Reaction) -> Ruling:
    if isinstance(refused, BROKEN):
        return not_verified(f"to a made-up token, the server {said(refused)}")
    challenge = header_of(refused, "www-authenticate")
    scheme = challenge.split(" ", 1)[0].casefold()
    right = scheme == "bearer" and parameter(challenge, "error") == "invalid_token"
    what = f"it says '{challenge}'" if challenge else "it has no `WWW-Authenticate` header"
    return ruled(right, what)


def _in_query(without: Reaction, in_header: Reaction, queried: Reaction) -> Ruling:
    """Whoever looks at a token tells apart an invalid one and none, as a rule: so we can, too."""
    if is_served(queried):
        return failed(f"with a made-up one there, the server {said(queried)}")
    for reaction in (in_header, queried):
        if isinstance(reaction, BROKEN):
            return not_verified(f"to a made-up token, the server {said(reaction)}")
    for look in (_challenge, _body):
        if look(without) == look(in_header):
            continue
        if look(queried) == look(without):
            return passed("the answer is the one that a request without a token gets")
        if look(queried) == look(in_header):
            return failed("the answer is the one that an invalid token in the header gets")
    return not_verified("its answers to an invalid token and to none do not tell them apart")


def _challenge(reaction: Reaction) -> str:
    return header_of(reaction, "www-authenticate")


def _body(reaction: Reaction) -> str:
    error = error_of(reaction)  # one that has no id of ours is in the body
    return in_words(reaction) if error is None else f"{error.code} {error.message}"


PROBES = (Probe("made_up_tokens", CHECKS, made_up, Needs.SILENT, of_locked=True),)
