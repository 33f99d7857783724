"""How a generator is driven. One protocol for scripts, runs, lanes and whatever is built from them.

A generator without I/O yields what it wants done: a step for a server, a task with a script in it,
a pool of tasks. Its driver does that, and sends back the result. When the generator has nothing
more to ask, it returns its result. So:

1. The first turn gives it nothing: `advance(generator)`.
2. Each later turn gives it the answer to what it yielded last: `advance(generator, answer)`.
3. Until `advance` says `Returned`. After that, the generator must not be asked again.
4. A driver that ends early just stops asking. The generator isn't told: it has nothing to clean up.

`pump` does all of this if every answer is at hand. A driver that has to wait for answers keeps
to the same four rules, with `await` in front of what it does for an answer:

    turn = advance(generator)
    while not isinstance(turn, Returned):
        turn = advance(generator, await done(turn))
    return turn.value
"""

from collections.abc import Callable, Generator
from typing import Any, Generic, NamedTuple, TypeVar

from .reaction import Reaction
from .step import Script, Step, Together

Ask = TypeVar("Ask")
Result = TypeVar("Result")


class Returned(NamedTuple, Generic[Result]):
    """Stands for "nothing more to do": the generator is done, and this is its result."""

    value: Result


def advance(generator: Generator[Ask, Any, Result], answer: Any = None) -> Ask | Returned[Result]:
    """One turn: what the generator asks for next, or what it returned."""
    try:
        return generator.send(answer)
    except StopIteration as done:
        return Returned(done.value)


def pump(generator: Generator[Ask, Any, Result], respond: Callable[[Ask], Any]) -> Result:
    """What the generator returns, if `respond` does each thing that it asks for."""
    turn = advance(generator)
    while not isinstance(turn, Returned):
        turn = advance(generator, respond(turn))
    result: Result = turn.value
    return result


def relayed(
    generator: Generator[Ask, Any, Result],
    change: Callable[[Ask], Ask] = lambda asked: asked,
    heard: Callable[[Ask, Any], None] = lambda _asked, _answer: None,
) -> Generator[Ask, Any, Result]:
    """The same generator; changes what it asks for on the way out, and listens to the answers."""
    turn = advance(generator)
    while not isinstance(turn, Returned):
        asked = change(turn)
        answer = yield asked
        heard(asked, answer)
        turn = advance(generator, answer)
    result: Result = turn.value
    return result


def watched(script: Script[Result], log: list[tuple[Step, Reaction]]) -> Script[Result]:
    """The same script; adds each step and its reaction to the log."""

    def heard(step: Step, answer: Any) -> None:
        if isinstance(step, Together):
            log.extend(zip(step.steps, answer, strict=True))
        else:
            log.append((step, answer))

    return relayed(script, heard=heard)
