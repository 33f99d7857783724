"""Gate two bundled servers under one policy, the example repository, then artifacts on disk.

`make demo` runs this. It succeeds when the sound server and the one of `examples/weather` pass,
the one that checks nothing fails, and the artifacts of `examples/policy` pass.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
MCPTEST = str(Path(sys.executable).parent / "mcptest")
# The server, and the exit code that its gate must have.
SERVERS = {"demo": 0, "lenient": 1}
ARTIFACTS = (
    ("--run-report", "run"),
    ("--judge-cert", "cert"),
    ("--conformance-report", "conformance"),
    ("--security", "security"),
    ("--surface-report", "surface"),
    ("--model-compat", "model-compat"),
    ("--evidence", "evidence"),
)


def gate(preset: str, out: Path) -> int:
    """The exit code of a gate on the mock server of this name; its report is printed."""
    print(f"\n=== mcptest gate, on the {preset} server\n", flush=True)
    return run(
        "gate",
        "--server-command", f"'{MCPTEST}' mock --preset {preset}",
        "--policy", "examples/gate/policy.yml",
        "--out", str(out),
    )  # fmt: skip


def gate_example(out: Path) -> int:
    """The exit code of the gate on the example repository, by its own files."""
    print("\n=== mcptest gate, in examples/weather\n", flush=True)
    return run("gate", "--out", str(out), cwd=ROOT / "examples" / "weather")


def simulate() -> int:
    """The exit code of the offline gate on the artifacts of the worked example."""
    print("\n=== mcptest policy simulate, on artifacts made elsewhere\n", flush=True)
    flags = [word for flag, name in ARTIFACTS for word in (flag, f"examples/policy/{name}.json")]
    return run("policy", "simulate", "--gate", "--policy", "examples/policy/policy.yml", *flags)


def run(*words: str, cwd: Path = ROOT) -> int:
    # The example says `python`, as its users do: that is to be the one that runs us.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    return subprocess.run(
        [MCPTEST, *words],
        cwd=cwd,
        env={**os.environ, "PATH": path},
        check=False,
        stderr=subprocess.DEVNULL,
    ).returncode


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="mcptest-demo-") as scratch:
        codes = {preset: gate(preset, Path(scratch) / preset) for preset in SERVERS}
        codes["weather"] = gate_example(Path(scratch) / "weather")
    codes["artifacts"] = simulate()
    print("\n=== exit codes: " + ", ".join(f"{name} {code}" for name, code in codes.items()))
    if codes == {**SERVERS, "weather": 0, "artifacts": 0}:
        print("as it should be: the sound servers and the artifacts pass, the lenient server fails")
        return 0
    print("that is not as it should be", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
