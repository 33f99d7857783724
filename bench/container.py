"""From the start of a container to the verdict on the demo server, and what of that is ours.

    make bench-image            (needs docker)

Four containers of one image, round after round: one that does nothing, one that starts Python,
one that prints our version, one that gates. The best time of each counts. The pauses between
calls (--call-delay) are a courtesy to the server; they are switched off here, and shown apart.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

IMAGE = os.environ.get("IMAGE") or "mcptest-action:dev"
ROUNDS = 5
NAME = f"mcptest-bench-{uuid.uuid4().hex[:8]}"
URL = "http://records:8080/mcp"
GATE = ("gate", "--server-url", URL, "--wait-for-ready", "30s", "--out", "/out")


def docker(*words: str) -> str:
    done = subprocess.run(["docker", *words], capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode != 0:
        sys.exit(f"docker {' '.join(words)}: {done.stderr}")
    return done.stdout


def timed(*words: str) -> float:
    start = time.perf_counter()
    docker("run", "--rm", "--network", NAME, *words)
    return time.perf_counter() - start


def answers_s(out: Path) -> float:
    """The server's own time in the last gate."""
    lines = map(json.loads, (out / "transcript.jsonl").read_text().splitlines())
    return sum(float(line["elapsed_ms"]) for line in lines if line["type"] == "exchange") / 1000


def measure(out: Path) -> None:
    mounted = ("--volume", f"{out}:/out")
    kinds = {
        "an empty container": ("--entrypoint", "/bin/true", IMAGE),
        "python -c pass": ("--entrypoint", "python", IMAGE, "-c", "pass"),
        "mcptest-action --version": (IMAGE, "--version"),
        "gate, without pauses": (*mounted, IMAGE, *GATE, "--call-delay", "0ms"),
    }
    best = dict.fromkeys(kinds, float("inf"))
    server = float("inf")
    for _ in range(ROUNDS):
        for kind, words in kinds.items():
            best[kind] = min(best[kind], timed(*words))
        server = min(server, answers_s(out))
    empty, python, version, gate = best.values()
    for kind, seconds in best.items():
        print(f"  {seconds:5.2f} s  {kind}")
    print(f"  {timed(*mounted, IMAGE, *GATE):5.2f} s  gate, with the pauses of 100 ms (once)")
    ours = gate - python - server
    print(
        f"of {gate:.2f} s to the verdict: container {empty:.2f}, Python {python - empty:.2f}, "
        f"the server's answers {server:.2f}, ours {ours:.2f} ({ours / gate:.0%}), "
        f"of which before the first word {version - python:.2f}"
    )


def main() -> None:
    size = int(docker("image", "inspect", "--format", "{{.Size}}", IMAGE))
    print(f"{IMAGE}: {size / 1e6:.0f} MB unpacked, best of {ROUNDS} rounds")
    docker("network", "create", NAME)
    serve = ("mock", "--preset", "demo", "--http", "8080", "--host", "0.0.0.0")  # noqa: S104
    alias = ("--network", NAME, "--network-alias", "records")
    try:
        docker("run", "--detach", "--name", NAME, *alias, IMAGE, *serve)
        with tempfile.TemporaryDirectory() as out:
            measure(Path(out))
    finally:
        subprocess.run(["docker", "rm", "--force", NAME], capture_output=True, check=False)  # noqa: S607
        subprocess.run(["docker", "network", "rm", NAME], capture_output=True, check=False)  # noqa: S607


if __name__ == "__main__":
    main()
