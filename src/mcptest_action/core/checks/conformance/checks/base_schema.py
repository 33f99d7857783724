"""Results and notifications, compared with the schema of their revision.

The schemas are those of `mcp_types`, as models. It has one for 2025-11-25 and one for 2026-07-28;
what is older is compared with that of 2025-11-25, which demands no more than theirs: only members
that came later are left out of the comparison. docs/conformance.md lists what these models do not
see.
"""

from collections.abc import Iterator
from typing import Any, get_args

from mcptest_action.core.protocol.exchange import Provenance, Replied
from mcptest_action.core.safety import WITHHELD
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..revision import JUNE_2025, MARCH_2025, NOVEMBER_2024
from ..task_states import makes_task
from ..traffic import (
    Flaw,
    asides,
    asks_undeclared,
    is_in_revision,
    is_request,
    message_of,
    ruled_on,
)

VALID = must("BASE-08", "schema", basis="schema")(
    expects="Every result and every notification has the shape that the schema gives it.",
    sends="nothing of its own: looks at every result and notification of the run",
    remedy="Build results from the types of the SDK; the path in the finding names the member.",
)


# Members that a later revision defined: before that, they can hold anything.
_NEW_IN_NOVEMBER = frozenset(("icons", "execution", "tasks", "websiteUrl"))
_NEW_IN_JUNE = frozenset(("title", "outputSchema", "structuredContent", "lastModified"))
_NEW_IN_MARCH = frozenset(("annotations", "completions", "message"))
_LATER = {
    NOVEMBER_2024: _NEW_IN_MARCH | _NEW_IN_JUNE | _NEW_IN_NOVEMBER,
    MARCH_2025: _NEW_IN_JUNE | _NEW_IN_NOVEMBER,
    JUNE_2025: _NEW_IN_NOVEMBER,
}


def valid(server: Examinee, exchanges: Exchanges) -> Rulings:
    bad = [flaw for flaw in _results(server, exchanges) if flaw.what]
    told = [flaw for flaw in _notifications(server, exchanges) if flaw.what]
    found = ruled_on([*bad, *told], "every result and notification has its shape")
    # Nothing that is wrong with a result explains a notification that came beside it.
    return {VALID.id: found._replace(entailed_by=(VALID.id,)) if told else found}


def _results(server: Examinee, exchanges: Exchanges) -> Iterator[Flaw]:
    """What is wrong with each result of a method that the revision has; empty if nothing."""
    for exchange in exchanges:
        answer = exchange.reaction
        if not isinstance(answer, Replied) or not is_request(exchange) or _is_hidden(answer.result):
            continue
        if is_in_revision(exchange, server) and isinstance(answer.result, dict):
            method = str(message_of(exchange)["method"])
            if makes_task(exchange) or asks_undeclared(exchange, server):
                continue  # which other checks look at
            for what in _flaws_of_result(method, server.revision, answer.result):
                yield Flaw(exchange, what)


def _notifications(server: Examinee, exchanges: Exchanges) -> Iterator[Flaw]:
    for exchange, entry in asides(exchanges, "notification"):
        params, method = entry.get("params"), entry["notification"]
        if "params_left_out" not in entry and not _is_hidden(params):
            for what in _flaws_of_notification(method, server.revision, params):
                yield Flaw(exchange, what)


def _is_hidden(value: Any) -> bool:
    return isinstance(value, dict) and WITHHELD in value


def _flaws_of_result(method: str, revision: str, result: dict[str, Any]) -> Iterator[str]:
    # Imported late: reading the models takes half a second.
    from mcp_types.methods import SERVER_RESULTS  # noqa: PLC0415

    known = SERVER_RESULTS.get((method, revision))
    model = None if known is None else _model(known, result)
    if model is not None:
        flaw = _flaw(model, result, revision)
        yield f"the result of `{method}`: {flaw}" if flaw else ""


def _model(either: Any, result: dict[str, Any]) -> Any:
    """The one of a method's two outcomes that the result says it is.

    The model for questions to the client demands nothing, and would let anything through. If an
    extension defines the type of result, it is for the extension to describe.
    """
    outcomes = get_args(either)
    if not outcomes:
        return either
    complete, question = outcomes
    kind = result.get("resultType")
    if isinstance(kind, str) and kind != "complete":
        return question if kind == "input_required" else None
    return complete


def _flaws_of_notification(method: str, revision: str, params: Any) -> Iterator[str]:
    from mcp_types.methods import SERVER_NOTIFICATIONS  # noqa: PLC0415

    model = SERVER_NOTIFICATIONS.get((method, revision))
    if model is not None:
        message = {"jsonrpc": "2.0", "method": method}
        given = message if params is None else {**message, "params": params}
        flaw = _flaw(model, given, revision)
        yield f"`{method}`: {flaw}" if flaw else ""


def _flaw(model: Any, value: dict[str, Any], revision: str) -> str:
    """Where the first problem is, and what it is; empty if there is none.

    Strictly: a text is neither a number nor a truth value.
    """
    from pydantic import ValidationError  # noqa: PLC0415

    given = _comparable(value, _LATER.get(revision, frozenset()))
    try:
        model.model_validate(given, strict=True, by_name=False)
    except ValidationError as error:
        flaw = error.errors(include_url=False, include_context=False)[0]
        return f"{'.'.join(map(str, flaw['loc']))}: {flaw['msg']}"
    return ""


def _comparable(value: Any, later: frozenset[str]) -> Any:
    """A copy without the members that came later. In it, 5.0 is 5, as JSON has it.

    Errors cannot be sorted afterwards: for a union, they are about every type that it might be.
    """
    if isinstance(value, dict):
        return {name: _comparable(v, later) for name, v in value.items() if name not in later}
    if isinstance(value, list):
        return [_comparable(one, later) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


REVIEWS = (Review((VALID,), valid, Provenance.REFUSABLE),)
