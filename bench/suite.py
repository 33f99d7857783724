"""What `mcptest run` adds to a call: 1,000 tests, against clients that only make the calls.

    make bench            (starts the mock, and a server that counts; loopback only)

All make the same calls in the same run, as many at a time, on one connection, in the same era, and
take turns. The clocks run from the first call to the last answer: neither start-up nor reports
are in it. The bare client is a few lines that believe every answer; the other is the official one.
The mock answers within a fraction of a millisecond, so this is the worst case.
"""

import asyncio
import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from mcptest_action import __version__
from mcptest_action.app.driver import drive
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.run.conduct import conduct
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.model import RunContext, durations_in
from mcptest_action.core.checks.run.rebuild import Rebuilt, rebuild
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange.handshake import Choice
from mcptest_action.core.protocol.exchange.hello import Hello
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.target.flags import command_server, url_server
from mcptest_action.core.protocol.target.model import Server
from mcptest_action.core.protocol.transcript.lines import SURFACE
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

ROOT = Path(__file__).parent.parent
TESTS, ROUNDS, TARGET = 1000, 5, 1.5
MOCK = [sys.executable, "-m", "mcptest_action", "mock", "--preset", "demo"]
COUNTING = [sys.executable, str(ROOT / "fixtures" / "servers" / "counting.py")]
TOOL, ARGUMENTS = "search_records", {"query": "x"}
EXPECT = [
    {"target": "result.structuredContent.records", "length": 0},
    {"target": "result.content[0].text", "contains": "records"},
    {"target": "duration_ms", "range": {"max": 1000}},
]


class Timed(NamedTuple):
    wall_s: float
    """From the first call to the last answer."""
    cpu_s: float
    """Of the client alone, in that time."""
    conclude_s: float = 0.0
    """To make the results from the transcript."""


class Clock:
    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def stop(self) -> Timed:
        return Timed(time.perf_counter() - self._wall, time.process_time() - self._cpu)


def suite_of(tests: int, tool: str, args: dict[str, Any], expect: list[Any]) -> Any:
    cases = [
        {"name": f"t{n}", "tool": tool, "args": args, **({"expect": expect} if expect else {})}
        for n in range(tests)
    ]
    return load_suite(json.dumps({"tools": cases}), "bench.yml", {})


def ours(server: Server, suite: Any, policy: ExecutionPolicy, transcript: str | None) -> Timed:
    """What `mcptest run` does between hello and report."""

    async def talk() -> tuple[Timed, Recorder, RunConfig]:
        dialer = Dialer(server.target, os.environ)
        recorder = Recorder(transcript, dialer.redactor, {})
        line = Line(dialer, recorder, 30, "1")
        hello = await reach(line, Choice.LEGACY, Waiting(10, print))
        if not isinstance(hello, Hello):
            raise SystemExit(f"no hello: {hello}")
        surface = await line.run(collect(hello), SURFACE)
        config = RunConfig(Choice.LEGACY, policy, suites=(suite,), probing=False)
        plan = make_plan(surface.tools, policy, {})
        line.guard = Guard(plan, policy, over_http=server.name.startswith("http"))
        context = RunContext(duration_of=durations_in(recorder.exchanges), rules=False)
        running = conduct(surface, plan, config, __version__, context)
        clock = Clock()
        await drive(running, line, side_by_side=config.execution.concurrency)
        took = clock.stop()
        await line.close()
        recorder.close()
        return took, recorder, config

    took, recorder, config = asyncio.run(talk())
    start = time.perf_counter()
    run = rebuild(recorder.exchanges, config, __version__, relisted=False)
    if not isinstance(run, Rebuilt):
        raise SystemExit(run.because)
    statuses = {result.ruling.status for result in run.record.tests}
    if statuses != {Status.PASSED}:
        raise SystemExit(f"not all tests passed: {statuses}")
    return took._replace(conclude_s=time.perf_counter() - start)


def bare(command: list[str], at_once: int) -> Timed:
    """The same calls by a client of a few lines, which believes every answer."""

    async def talk() -> Timed:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        if process.stdin is None or process.stdout is None:
            raise SystemExit("no pipes")

        async def ask(number: int, method: str, params: dict[str, Any]) -> None:
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")  # type: ignore[union-attr]
            await process.stdin.drain()  # type: ignore[union-attr]

        async def sentences_in() -> None:
            answer = json.loads(await process.stdout.readline())  # type: ignore[union-attr]
            if "result" not in answer:
                raise SystemExit(f"no result: {answer}")

        info = {"name": "bare", "version": "0"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
        await ask(0, "initialize", hello)
        await sentences_in()
        process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        clock = Clock()
        for number in range(1, TESTS + 1):
            if number > at_once:
                await sentences_in()
            await ask(number, "tools/call", {"name": TOOL, "arguments": ARGUMENTS})
        for _ in range(at_once):
            await sentences_in()
        took = clock.stop()
        process.stdin.close()
        await process.wait()
        return took

    return asyncio.run(talk())


def official(command: list[str], at_once: int) -> Timed:
    """The same calls by the official client."""

    async def talk() -> Timed:
        program = StdioServerParameters(command=command[0], args=command[1:])
        async with stdio_client(program) as streams, ClientSession(*streams) as session:
            await session.initialize()
            calls = iter(range(TESTS))

            async def work() -> None:
                for _ in calls:
                    await session.call_tool(TOOL, ARGUMENTS)

            clock = Clock()
            await asyncio.gather(*(work() for _ in range(at_once)))
            return clock.stop()

    return asyncio.run(talk())


def overhead(name: str, expect: list[Any], policy: ExecutionPolicy, folder: str) -> None:
    server = command_server(" ".join(f'"{word}"' for word in MOCK))
    suite = suite_of(TESTS, TOOL, ARGUMENTS, expect)
    transcript = str(Path(folder) / "t.jsonl")
    rounds = [
        (
            ours(server, suite, policy, transcript),
            bare(MOCK, policy.concurrency),
            official(MOCK, policy.concurrency),
        )
        for _ in range(ROUNDS)
    ]
    mine, raw, sdk = (
        Timed(*map(min, zip(*times, strict=True))) for times in zip(*rounds, strict=True)
    )
    print(f"{TESTS} tests, {name}; the least of {ROUNDS} rounds")
    for who, timed in (("mcptest run", mine), ("bare client", raw), ("official client", sdk)):
        wall, cpu = (seconds / TESTS * 1000 for seconds in timed[:2])
        print(f"  {who:<16}{wall:.2f} ms a call, {cpu:.2f} ms of it our own CPU")
    more = mine.conclude_s / TESTS * 1000
    print(f"  {'':<16}and {more:.2f} ms a test to make the results from the transcript")
    print(
        f"  ratio {mine.wall_s / raw.wall_s:.2f} to the bare client (target: at most {TARGET}), "
        f"{mine.wall_s / sdk.wall_s:.2f} to the official one"
    )


def _least(rounds: tuple[Timed, ...]) -> Timed:
    return Timed(*map(min, zip(*rounds, strict=True)))


@contextlib.contextmanager
def counting(calls: Path, seconds: float) -> Iterator[str]:
    process = subprocess.Popen(
        [*COUNTING, str(calls), str(seconds)], stdout=subprocess.PIPE, text=True
    )
    try:
        if process.stdout is None:
            raise SystemExit("no pipe")
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def at_the_server(concurrency: int, delay_s: float, tests: int, folder: str) -> None:
    """What a server sees of the two knobs."""
    calls = Path(folder) / f"calls-{concurrency}-{delay_s}"
    policy = ExecutionPolicy(concurrency=concurrency, call_delay_s=delay_s)
    with counting(calls, 0.05) as url:
        ours(url_server(url, {}, None, None), suite_of(tests, "x", {}, []), policy, None)
    came = [json.loads(line) for line in calls.read_text().splitlines()]
    pauses = sorted(b["at"] - a["at"] for a, b in itertools.pairwise(came))
    print(
        f"  concurrency {concurrency}, delay {delay_s * 1000:.0f} ms: at most "
        f"{max(call['in_flight'] for call in came)} calls in flight, "
        f"{pauses[len(pauses) // 2] * 1000:.0f} ms between two starts (median)"
    )


def main() -> None:
    one = ExecutionPolicy(concurrency=1)
    with tempfile.TemporaryDirectory() as folder:
        overhead("no expectations, one at a time", [], one, folder)
        overhead("three expectations each, one at a time", EXPECT, one, folder)
        overhead(
            f"three expectations each, {ExecutionPolicy().concurrency} at a time",
            EXPECT,
            ExecutionPolicy(),
            folder,
        )
        print("as the server counts them, over HTTP, with calls of 50 ms")
        for concurrency, delay_s in ((1, 0.0), (4, 0.0), (8, 0.0), (8, 0.1)):
            at_the_server(concurrency, delay_s, 40, folder)


if __name__ == "__main__":
    main()
