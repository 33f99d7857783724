"""Tries that give a server something else than it asked for."""

from collections.abc import Mapping, Sequence

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    Disconnected,
    Reaction,
    Replied,
    RpcError,
)
from mcptest_action.core.protocol.surface import canonical
from ..asking import failed_for, ruled_by
from ..input_needed import Need, need_of
from ..model import Rulings, must, should
from ..revision import written
from ..rounds import Tried, outside

_SERVER = written(modern="basic/patterns/mrtr#server-requirements-basic-workflow")
_ERRORS = written(modern="basic/patterns/mrtr#error-handling")
UNTAMPERED = should("MRTR-03", _SERVER, basis="derived")(
    expects="A `requestState` that was changed on its way is not accepted, unless nothing depends "
    "on it.",
    sends="the call once more, with all that was asked for and one changed character in "
    "`requestState`, and compares the result with that of the unchanged one",
    remedy="Sign the state, and refuse what you did not sign. You must, if the state decides what "
    "a caller may do or what happens.",
)
STURDY = must("MRTR-04", _SERVER)(
    expects="A `requestState` that the server did not make does not harm it.",
    sends="the call once more, with all that was asked for and one changed character in "
    "`requestState`",
    remedy="Treat the state as what an attacker sent: check it before anything is read from it.",
)
UNASKED = should("MRTR-05", _ERRORS)(
    expects="A response that nobody asked for is ignored.",
    sends="the call once more, with all that was asked for and one response more",
    remedy="Take what you need from `inputResponses`, and leave the rest alone.",
)
ASKS_AGAIN = should("MRTR-06", _ERRORS)(
    expects="A server that does not get what it needs asks for it again.",
    sends="the call once more, with empty `inputResponses`",
    remedy="Answer with the resultType `input_required` instead of an error.",
)
VALIDATES = should("MRTR-07", _ERRORS)(
    expects="Responses that cannot be right are not accepted.",
    sends="the call once more, with a number in place of each response, and with a text in place "
    "of `inputResponses`",
    remedy="Check `inputResponses` before you use them, and answer with error -32602.",
)
CHECKS = (UNTAMPERED, STURDY, UNASKED, ASKS_AGAIN, VALIDATES)


Granted = Mapping[str, Sequence[Reaction]]


def rulings(
    tried: Sequence[Tried], needs: Sequence[Need], granted: Granted, none: Ruling
) -> Rulings:
    """`none` is for a server that never needed input."""
    by_twist: dict[str, list[Tried]] = {}
    for one in tried:
        by_twist.setdefault(one.twist, []).append(one)
    changed = by_twist.get("tampered", [])
    wrong = [*by_twist.get("with_numbers", []), *by_twist.get("with_text", [])]
    # Silence tells nothing: the tool may be slow.
    lost = [one.fault for one in changed if isinstance(one.reaction, Disconnected)]
    seen = sum(not isinstance(one.reaction, BROKEN) for one in changed)
    if needs:
        none = not_verified("no tool needed the same input twice")
    if changed and not seen:
        none = not_verified(changed[0].said)
    stateless, unasked = none, none
    if needs and not any(isinstance(need.state, str) for need in needs):
        stateless = not_applicable("no result had a requestState")
    if needs and not any(need.requests for need in needs):
        unasked = not_applicable("no result had inputRequests")
    return {
        UNTAMPERED.id: _untampered(changed, granted, stateless),
        STURDY.id: ruled_by(lost, seen, stateless, "it was answered each time"),
        UNASKED.id: _ignored(by_twist.get("with_more", []), granted, unasked),
        ASKS_AGAIN.id: _asks_again(by_twist.get("with_nothing", []), unasked),
        VALIDATES.id: _refused(wrong, granted, unasked),
    }


def _untampered(tried: Sequence[Tried], granted: Granted, none: Ruling) -> Ruling:
    """Where the state decides nothing, tampering can do no harm, and nobody has to notice it."""
    idle = [one for one in tried if _is_done_or_next(one, granted) and not _differs(one, granted)]
    if idle:
        none = not_verified(f"{idle[0].tool}: as far as can be seen, the state decides nothing")
    return _refused([one for one in tried if one not in idle], granted, none)


def _differs(one: Tried, granted: Granted) -> bool:
    """Whether the changed state led to another result than the right one."""
    right = next(iter(granted.get(one.tool, ())), None)
    if right is None or isinstance(right, BROKEN):
        return False  # there is nothing to compare with
    return _told(right) != _told(one.reaction)


def _told(reaction: Reaction) -> str:
    """The result, without what may change from one to the next."""
    result = reaction.result if isinstance(reaction, Replied) else None
    members = result.items() if isinstance(result, Mapping) else ()
    return canonical({k: v for k, v in members if k not in ("_meta", "requestState")})


def _refused(tried: Sequence[Tried], granted: Granted, none: Ruling) -> Ruling:
    """With an error, in whatever way, or by being asked the same again."""
    done = [one.fault for one in tried if _is_done_or_next(one, granted)]
    if done:
        return failed_for(done)
    known = [one for one in tried if isinstance(one.reaction, Replied | RpcError)]
    if any(not outside(one.reaction) for one in known):
        return passed("it was not accepted")
    return not_verified(tried[0].said) if tried else none


def _is_done_or_next(one: Tried, granted: Granted) -> bool:
    return _is_done(one.reaction) or _is_next(one, granted)


def _is_done(reaction: Reaction) -> bool:
    match reaction:
        case Replied(result={"isError": True}) | Replied(result={"resultType": "input_required"}):
            return False
        case _:
            return isinstance(reaction, Replied)


def _is_next(one: Tried, granted: Granted) -> bool:
    """Whether the server goes on as if all were right: to what it asks for next."""
    right = granted.get(one.tool, ())
    following = need_of(one.need.tool, right[0]) if right else None
    again = need_of(one.need.tool, one.reaction)
    if following is None or again is None:
        return False
    return again.requests.keys() == following.requests.keys() != one.need.requests.keys()


def _fails(reaction: Reaction) -> bool:
    match reaction:
        case Replied(result={"isError": True}) | RpcError() | Disconnected():
            return True
        case _:
            return False


def _ignored(tried: Sequence[Tried], granted: Granted, none: Ruling) -> Ruling:
    """What is refused without the extra response as well says nothing about it."""
    known = [one for one in tried if not _fails(granted[one.tool][0])]
    return _unharmed(known, none, "it was ignored")


def _asks_again(tried: Sequence[Tried], none: Ruling) -> Ruling:
    return _unharmed(tried, none, "it asked again, or did without")


def _unharmed(tried: Sequence[Tried], none: Ruling, good: str) -> Ruling:
    known = [one for one in tried if not outside(one.reaction)]
    bad = [one.fault for one in known if _fails(one.reaction)]
    heard = [one for one in known if not isinstance(one.reaction, BROKEN)]
    return ruled_by(bad, len(heard), not_verified(tried[0].said) if tried else none, good)
