"""Read all error texts for what belongs in a log.

**Why it matters.** An error text goes to a model and from there to anybody. Stack traces tell
attackers which code runs where; a key in an error is a key in a transcript.

**Sends** nothing. It reads the error texts that the other probes have caused.

**Passes when** no error text holds a stack trace, a path into installed code, or a secret.

**Fails when** one does.

**Not applicable** when no probe caused an error text. Answers of tools whose results nobody may
see are not read.

**Remedy.** Catch errors at the edge of each tool. Log the details, and answer with one sentence
about what to do.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from mcptest_action.core.checks.results import Family, Ruling, failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import HttpStatus, Reaction, Replied, RpcError
from .contract import is_tool_error
from .leak_patterns import leak_in
from .model import Observation, Review

ID = "error_leaks_internals"
_LONGEST = 20_000


def rule(seen: Iterable[Observation]) -> Ruling:
    """One ruling on all error texts of a run."""
    reactions = [each.reaction for each in seen if not each.withheld]
    errors = [text for reaction in reactions if (text := error_text(reaction))]
    if not errors:
        return not_applicable("no probe caused an error text")
    for text in errors:
        leak = leak_in(text[:_LONGEST])
        if leak:
            return failed(f"an error text holds {leak}")
    return passed(f"{len(errors)} error texts hold no stack trace and no secret")


def error_text(reaction: Reaction) -> str:
    """Everything that an error says, one text below the other; empty for anything else."""
    return "\n".join(text for text in _error_texts(reaction) if text)


def _error_texts(reaction: Reaction) -> Iterator[str]:
    match reaction:
        case RpcError(_, message, data):
            yield message
            yield from _texts_in(data)
        case Replied(result) if is_tool_error(result):
            yield from _texts_in(result)
        case HttpStatus(_, body):
            yield body
        case _:
            return


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "type":  # names the kind of its object, and isn't anybody's words
                yield from _texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_in(inner)


REVIEW = Review(
    id=ID,
    fault="FAULT-CONFIG-ERROR-LEAKS-INTERNALS",
    family=Family.CONFIGURATION,
    contract="no stack trace and no secret in an error text",
    doc=__doc__,
    rule=rule,
)
