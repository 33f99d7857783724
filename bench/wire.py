"""How much our wire layer adds to talking to a server: ratios, measured side by side in one run.

    make bench            (needs npm, to install server-everything into .real/)

The bare minimum is a client of a few lines that sends the same requests and believes every answer.
"""

import asyncio
import contextlib
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2

from mcptest_action.core.protocol.exchange.handshake import Choice
from mcptest_action.core.protocol.exchange.hello import Hello
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.target.flags import command_server, url_server
from mcptest_action.core.protocol.target.model import Server
from mcptest_action.shell.wire import http as _http_stack  # noqa: F401 - imported before the clock
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

ROOT = Path(__file__).parent.parent
PACKAGE = "@modelcontextprotocol/server-everything@2026.8.31"
ROUNDS = 7
NOTICE = "notifications/initialized"
LISTS = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
# What we send. After the notice, this server has a timer of 350 ms to wait for before it exits.
REQUESTS = ("server/discover", "initialize", NOTICE, *LISTS)
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bare", "version": "0"},
}


def installed() -> str | None:
    """The server, installed once; None without npm or without a registry."""
    folder = ROOT / ".real" / "bench"
    program = folder / "node_modules" / ".bin" / "mcp-server-everything"
    if not program.exists():
        npm = shutil.which("npm")
        if npm is None:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--silent", "--no-audit", "--prefix", str(folder), PACKAGE]
        if subprocess.run(command, check=False).returncode:
            return None
    return str(program)


def message(number: int, method: str, params: object = None) -> bytes:
    whole = {"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})}
    return json.dumps(whole if method == NOTICE else {**whole, "id": number}).encode()


def bare_stdio(program: str) -> None:
    pipes = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with pipes as process:
        assert process.stdin is not None  # noqa: S101 - pipes were asked for
        assert process.stdout is not None  # noqa: S101
        for number, method in enumerate(REQUESTS):
            params = HELLO if method == "initialize" else None
            process.stdin.write(message(number, method, params) + b"\n")
            process.stdin.flush()
            while method != NOTICE and json.loads(process.stdout.readline()).get("id") != number:
                pass
        process.stdin.close()


def bare_http(port: int) -> None:
    """The same requests through the same HTTP library, one after the other."""

    async def talk() -> None:
        headers = {
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        url = f"http://127.0.0.1:{port}/mcp"
        async with httpx2.AsyncClient(verify=False, trust_env=False) as client:
            for number, method in enumerate(REQUESTS):
                params = HELLO if method == "initialize" else None
                body = message(number, method, params)
                response = await client.post(url, content=body, headers=headers)
                if "Mcp-Session-Id" in response.headers:
                    headers["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
            await client.delete(url, headers=headers)

    asyncio.run(talk())


def ours(server: Server) -> None:
    async def talk() -> None:
        dialer = Dialer(server.target, os.environ)
        line = Line(dialer, Recorder(None, dialer.redactor, {}), 30, "1")
        hello = await reach(line, Choice.AUTO, Waiting(10, print))
        if not isinstance(hello, Hello):
            raise SystemExit(f"no hello: {hello}")
        await line.run(collect(hello), "surface")
        await line.close()

    asyncio.run(talk())


def compare(name: str, one: Callable[[], None], other: Callable[[], None]) -> None:
    """The least wall time of both, taking turns."""
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        one()
        middle = time.perf_counter()
        other()
        times.append((middle - start, time.perf_counter() - middle))
    mine, bare = (min(column) for column in zip(*times, strict=True))
    print(f"{name}: handshake, whole surface, goodbye")
    print(f"  {mine * 1000:.0f} ms against {bare * 1000:.0f} ms for the bare minimum")
    print(f"  ratio {mine / bare:.2f} (target: at most 1.3)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def listening(program: str) -> Iterator[int]:
    """The port on which the server listens over HTTP."""
    port = free_port()
    env = {**os.environ, "PORT": str(port)}
    silent = subprocess.DEVNULL
    process = subprocess.Popen([program, "streamableHttp"], env=env, stdout=silent, stderr=silent)
    try:
        ours(_at(port))  # waits until it listens
        yield port
    finally:
        process.terminate()
        process.wait()


def _at(port: int) -> Server:
    return url_server(f"http://127.0.0.1:{port}/mcp", {}, None, None)


def over_http(program: str) -> None:
    with listening(program) as port:
        server = _at(port)
        compare("server-everything over HTTP", lambda: ours(server), lambda: bare_http(port))


def cpu(*words: str) -> float:
    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(ROUNDS))


def imports() -> None:
    floor = cpu("-c", "import asyncio, json, argparse")
    wire = cpu("-c", "import mcptest_action.commands.surface")
    http_stack = cpu("-c", "import mcptest_action.shell.wire.http")
    mock = cpu("-m", "mcptest_action", "mock", "--preset", "demo")
    print("imports, CPU time, as a ratio to importing asyncio, json and argparse")
    print(f"  stdio path {wire / floor:.2f}, HTTP path {http_stack / floor:.2f}")
    print(f"  mock, started and stopped {mock / floor:.2f}")


def main() -> None:
    program = installed()
    if program is None:
        sys.exit("bench/wire.py: cannot install server-everything (no npm, or no registry)")
    server = command_server(program)
    compare("server-everything over stdio", lambda: ours(server), lambda: bare_stdio(program))
    over_http(program)
    imports()


if __name__ == "__main__":
    main()
