"""What to do about a server that said no hello: find out whether it speaks at all, and say why."""

from mcptest_action.app.setup import Setup
from mcptest_action.core.protocol.exchange import NoHello, TimedOut, knock
from mcptest_action.core.protocol.target import describe
from mcptest_action.core.protocol.transcript import KNOCK, spoke
from mcptest_action.core.render.connection_failure import connection_failure
from mcptest_action.core.text import as_flags, for_terminal_line
from mcptest_action.shell.wire.diagnosis import diagnose
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder


async def answers(line: Line, recorder: Recorder, met: NoHello) -> bool:
    """Whether the server answers in JSON-RPC. One that is silent is asked for something else."""
    if isinstance(met.reaction, TimedOut) and not spoke(recorder.exchanges):
        await line.run(knock(), KNOCK)
        await line.start_over()
    return spoke(recorder.exchanges)


def reasons(setup: Setup, line: Line, met: NoHello) -> list[str]:
    """What was tried, what came back, and what to do about it."""
    hints = diagnose(setup.target, met, waited=setup.request.patience.ready_s > 0)
    return connection_failure(describe(setup.server), met, hints, line.last_words)


def note(setup: Setup, said: list[str]) -> None:
    """The same for a server that is examined all the same."""
    text = "\n".join(for_terminal_line(as_flags(one)) for one in said)
    setup.context.console.fenced(f"note: {text}")
