"""Say hello to a server, ask it for one thing, leave. As a program: also how much memory that took."""

import asyncio
import json
import os
import sys
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from mcptest_action.core.protocol.exchange.handshake import Choice, Hello
from mcptest_action.core.protocol.exchange.reaction import Reaction
from mcptest_action.core.protocol.exchange.step import CallTool, Request, Step
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.target.flags import command_server, url_server
from mcptest_action.core.protocol.transcript.reaction_json import reaction_document
from mcptest_action.core.safety.decide import ExecutionPolicy, Presumed
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach


def one(step: Step) -> Generator[Step, Reaction, Reaction]:
    return (yield step)


async def talk(
    where: str, era: str, step: str, patience: tuple[float, float], env: Mapping[str, str]
) -> dict[str, Any]:
    """Patience: for the hello, and for the answer to `step`, in seconds."""
    over_http = where.startswith("http")
    server = url_server(where, {}, None, None) if over_http else command_server(where)
    dialer = Dialer(server.target, env)
    line = Line(dialer, Recorder(None, dialer.redactor, {}), patience[0], "1")
    try:
        met = await reach(line, Choice(era), Waiting(0, print))
        if not isinstance(met, Hello):
            return {"hello": False, "reaction": reaction_document(met.reaction)}
        asked: Step = Request(step)
        if step == "call":
            asked = CallTool("search_records", {"query": "x"})
            policy = ExecutionPolicy(presumed=Presumed.EXECUTE, call_delay_s=0)
            plan = make_plan((await line.run(collect(met), "surface")).tools, policy, {})
            line.guard = Guard(plan, policy, over_http=over_http)
        line._timeout_s = patience[1]
        reaction = await line.run(one(asked), "test")
        return {"hello": True, "reaction": reaction_document(reaction)}
    finally:
        await line.close()


if __name__ == "__main__":
    where, era, step, *patience = sys.argv[1:]
    first, then = map(float, patience)
    seen = asyncio.run(talk(where, era, step, (first, then), os.environ))
    seen["reaction"].pop("result", None)
    # Not getrusage: what pytest itself has used is handed on to every child of it.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    memory_mib = int(status["VmHWM"].split()[0]) / 1024
    sys.stdout.write(json.dumps({**seen, "memory_mib": memory_mib}))
