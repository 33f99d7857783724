"""How much a gate adds to the server's own time: ratios, measured side by side in one run.

    make bench            (needs npm, to install server-everything into .real/)

The floor is the server's bare start-up plus the sum of its own response times in that very gate.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import wire

ROUNDS = 3
TARGET = 2.0
_SECOND_LISTING = "restart"


class Gated(NamedTuple):
    wall_s: float
    answers_s: float
    """The sum of the response times on the connections that probes used."""
    starts: int


def gate(program: str, conformance: str = "off") -> Gated:
    mcptest = Path(sys.executable).parent / "mcptest"
    with tempfile.TemporaryDirectory() as out:
        command = [str(mcptest), "gate", "--server-command", program, "--out", out]
        command += ["--conformance", conformance]
        start = time.perf_counter()
        subprocess.run(command, check=False, capture_output=True)
        wall = time.perf_counter() - start
        lines = (Path(out) / "transcript.jsonl").read_text().splitlines()
    exchanges = [line for line in map(json.loads, lines) if line["type"] == "exchange"]
    return Gated(wall, _answers(exchanges), len({line["connection"] for line in exchanges}))


def _answers(exchanges: list[dict[str, Any]]) -> float:
    mine = (line for line in exchanges if line["check"] != _SECOND_LISTING)
    answered = ("replied", "rpc_error")
    times = [line["elapsed_ms"] for line in mine if line["reaction"]["kind"] in answered]
    return float(sum(times)) / 1000


def bare_start(program: str) -> float:
    """How long the server takes to start and to answer its first request."""
    start = time.perf_counter()
    wire.bare_stdio(program)
    return time.perf_counter() - start


def main() -> None:
    program = wire.installed()
    if program is None:
        sys.exit("bench/gate.py: cannot install server-everything (no npm, or no registry)")
    ratios = []
    for _ in range(ROUNDS):
        gated, start_s = gate(program), bare_start(program)
        ratios.append(gated.wall_s / (start_s + gated.answers_s))
        print(
            f"gate on server-everything: {gated.wall_s:.2f} s; its start {start_s:.2f} s, "
            f"its answers {gated.answers_s:.2f} s, started {gated.starts} times"
        )
    print(f"  ratio {min(ratios):.2f} (target: at most {TARGET}), for the probes alone")
    whole = gate(program, "on")
    print(f"  with conformance: {whole.wall_s:.2f} s, started {whole.starts} times")


if __name__ == "__main__":
    main()
