"""Our examination of server-everything beside two others: wall time, and how much each rules.

    make bench-conformance       (needs npm and PyPI, to install all three into .real/)

Ours stands there twice: without calls (`--calls none`), as the others do it, and with them, all but
those of the one tool of this server that takes ten seconds.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import wire

FOLDER = wire.ROOT / ".real" / "bench"
MCPSCORE = "mcpscore==1.29.0"
OFFICIAL = "@modelcontextprotocol/conformance@0.1.16"
ROUNDS = 3
ALL_BUT_THE_SLOW_ONE = "tools: {trigger-long-running-operation: {allow: false}}\n"


class Measured(NamedTuple):
    what: str
    wall_s: float
    ruled: int
    """Checks, rules or scenarios with a verdict."""
    note: str = ""


def ours(target: list[str], *, calls: bool) -> Measured:
    mcptest = Path(sys.executable).parent / "mcptest"
    with tempfile.TemporaryDirectory() as folder:
        transcript = Path(folder) / "transcript.jsonl"
        config = Path(folder) / "mcptest.yml"
        config.write_text(ALL_BUT_THE_SLOW_ONE)
        calling = ["--config", str(config)] if calls else ["--calls", "none"]
        command = [str(mcptest), "conformance", "run", "--format", "json", *calling]
        wall, done = _timed([*command, "--transcript", str(transcript), *target])
        lines = map(json.loads, transcript.read_text().splitlines())
        connections = {line["connection"] for line in lines if line["type"] == "exchange"}
    document = json.loads(done.stdout)
    ruled = sum(row["status"] in ("passed", "failed") for row in document["checks"])
    in_all = sum(
        found["status"] in ("passed", "failed")
        for row in document["checks"]
        for found in row["revisions"].values()
    )
    note = f"{in_all} rulings over the revisions, {len(connections)} connections"
    what = "mcptest conformance run" + (", with calls" if calls else "")
    return Measured(what, wall, ruled, note)


def mcpscore(target: list[str]) -> Measured | None:
    program = FOLDER / "mcpscore" / "bin" / "mcpscore"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(FOLDER / "mcpscore")], check=False)
        pip = [str(program.with_name("pip")), "install", "--quiet", MCPSCORE]
        if subprocess.run(pip, check=False).returncode:
            print(f"skipped: {MCPSCORE} could not be installed from PyPI", file=sys.stderr)
            return None
    words = ["--stdio", *target[1:]] if target[0] == "--server-command" else target[1:]
    wall, done = _timed([str(program), "--json", *words])
    report = json.loads(done.stdout)
    return Measured(MCPSCORE, wall, len(report["results"]), "rules, many of them on quality")


def official(target: list[str]) -> Measured | None:
    npm = shutil.which("npm")
    program = FOLDER / "node_modules" / ".bin" / "conformance"
    if not program.exists() and npm is not None:
        command = [npm, "install", "--silent", "--no-audit", "--prefix", str(FOLDER), OFFICIAL]
        subprocess.run(command, check=False)
    if target[0] == "--server-command":
        return None  # it speaks HTTP only
    if not program.exists():
        print(
            f"skipped: {OFFICIAL} could not be installed (no npm, or no registry)", file=sys.stderr
        )
        return None
    with tempfile.TemporaryDirectory() as folder:
        wall, _ = _timed([str(program), "server", "--url", target[1], "-o", folder])
        ruled = len(list(Path(folder).glob("*/checks.json")))
    if not ruled:
        return None  # its newer versions need Node 22
    return Measured(OFFICIAL, wall, ruled, "scenarios, most of which need tools of its own")


def _timed(command: list[str]) -> tuple[float, "subprocess.CompletedProcess[bytes]"]:
    start = time.perf_counter()
    done = subprocess.run(command, check=False, capture_output=True)
    return time.perf_counter() - start, done


def compare(target: list[str]) -> None:
    rounds = [
        [ours(target, calls=False), ours(target, calls=True), mcpscore(target), official(target)]
        for _ in range(ROUNDS)
    ]
    for others in zip(*rounds, strict=True):
        measured = [one for one in others if one is not None]
        if measured:
            best = min(measured, key=lambda one: one.wall_s)
            print(f"  {best.what:<46} {best.wall_s:6.2f} s  {best.ruled:4d} ruled  {best.note}")


def main() -> None:
    program = wire.installed()
    if program is None:
        sys.exit("bench/conformance.py: cannot install server-everything (no npm, or no registry)")
    print("server-everything over stdio")
    compare(["--server-command", program])
    print("server-everything over HTTP")
    with wire.listening(program) as port:
        compare(["--server-url", f"http://127.0.0.1:{port}/mcp"])


if __name__ == "__main__":
    main()
