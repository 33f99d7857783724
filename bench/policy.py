"""How much the offline gate costs: ratios, measured side by side in one run.

    make bench

Absolute times depend on the machine and on its neighbours; ratios taken alternately do not.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.facts.model import Fact
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.text.timestamp import parse_timestamp

EXAMPLE = Path(__file__).parent.parent / "examples" / "policy"
ROUNDS = 15
RULES, WAIVERS = 10_000, 1_000


def child_cpu(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=EXAMPLE, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best_cpu(*commands: Sequence[str]) -> list[float]:
    """The least CPU time of each command, the commands taking turns."""
    rounds = [[child_cpu(command) for command in commands] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def cold_start() -> None:
    artifacts = "--run-report run.json --judge-cert cert.json --conformance-report conformance.json"
    artifacts += (
        " --security security.json --model-compat model-compat.json --evidence evidence.json"
    )
    ours = [str(Path(sys.executable).parent / "mcptest"), "policy", "simulate", "--policy",
            "policy.yml", *artifacts.split()]  # fmt: skip
    floor = [sys.executable, "-c", "import yaml, json, argparse"]
    gate, bare = best_cpu(ours, floor)
    print("cold start: mcptest policy simulate on the example, CPU time")
    print(f"  {gate * 1000:.0f} ms against {bare * 1000:.0f} ms for importing yaml, json, argparse")
    print(f"  ratio {gate / bare:.2f} (target: at most 2.5)")


T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def large_policy() -> None:
    rules = "".join(f"- {{id: rule-{n}, fact: run.failed, max: {n % 3}}}\n" for n in range(RULES))
    waivers = "".join(
        f"- {{rule: rule-{n * 3}, owner: me, reason: later, expiry: 2099-01-01T00:00:00Z}}\n"
        for n in range(WAIVERS)
    )
    text = f'version: "1.0"\nrules:\n{rules}waivers:\n{waivers}'
    pool = FactPool({"run.failed": Fact("run.failed", 1, "run.json")}, {})
    now = parse_timestamp("2026-11-16T12:00:00Z")
    assert now is not None  # noqa: S101 - for the type checker
    parsing, loading, evaluating = [], [], []
    for _ in range(5):
        seconds, _ = timed(lambda: read_yaml(text, "policy.yml"))
        parsing.append(seconds)
        seconds, policy = timed(lambda: load_policy(text, "policy.yml"))
        loading.append(seconds - parsing[-1])
        seconds, _ = timed(lambda policy=policy: evaluate(policy, pool, now=now))  # type: ignore[misc]
        evaluating.append(seconds)
    parse, load, judge = min(parsing), min(loading), min(evaluating)
    print(f"large policy: {RULES:,} rules, {WAIVERS:,} waivers, {len(text) / 1024:.0f} KiB")
    print(
        f"  parse {parse * 1000:.0f} ms, load {load * 1000:.0f} ms, evaluate {judge * 1000:.0f} ms"
    )
    print(f"  evaluate / parse: ratio {judge / parse:.2f} (target: below 1)")


if __name__ == "__main__":
    cold_start()
    large_policy()
