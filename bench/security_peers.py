"""Our scan beside two others that work offline: what each finds, what it alarms about, how long.

    make bench-security       (needs MCPTEST_REAL_WORLD and PyPI, and Python 3.12 for one of them)

The same tools for all: attacks placed among a real server's tools, and real servers. Of ours are
counted the rules about attacks; of the others, what they report of medium severity or above,
without rules about schemas, abilities and several servers. One of them looks at each tool by
itself, so it gets the tools alone. Time is that of the processor, start-up included.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from calibrate import MEDIUM, findings_in, is_found  # noqa: E402 - it is found only now
from corpora import Attack, Server, Tool, attacks, benign_servers, placed, real_world  # noqa: E402

CISCO = "cisco-ai-mcp-scanner==4.8.7"
GUARDBENCH = "mcp-guardbench==0.1.0"
_BAD = {"medium", "high", "critical"}
_POISONING = ("Tool Poisoning", "Tool Shadowing")


class Measured(NamedTuple):
    what: str
    published: int
    poisoned: int
    others: int
    tools: int
    servers: int
    cpu_s: float


def main() -> int:
    data = real_world()
    if data is None:
        return 0
    servers, bad = benign_servers(data), attacks(data)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        attacked = [_written(folder / f"a{n}.json", placed(a, servers)) for n, a in enumerate(bad)]
        benign = [_written(folder / f"b{n}.json", s.tools) for n, s in enumerate(servers)]
        every = _written(folder / "all.json", [tool for server in servers for tool in server.tools])
        alone = _written(folder / "alone.json", [placed(attack, servers)[-1] for attack in bad])
        rows = [_ours(every, bad, servers)]
        if cisco := _installed(folder, CISCO, "mcp-scanner"):
            rows.append(_cisco(cisco, alone, every, bad, servers))
        if guardbench := _installed(folder, GUARDBENCH, "guardbench"):
            rows.append(_guardbench(guardbench, attacked, benign, every, bad))
    _print(rows, bad, servers)
    return 0


def _written(path: Path, tools: list[Tool]) -> Path:
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return path


def _installed(folder: Path, package: str, program: str) -> Path | None:
    """The program in an environment of its own, outside the project."""
    home = folder / program
    for python in (sys.executable, "python3.13", "python3.12"):
        found = shutil.which(python)
        if found is None or _run([found, "-m", "venv", "--clear", str(home)]).returncode:
            continue
        pip = [str(home / "bin" / "pip"), "install", "--quiet", package]
        if _run(pip).returncode == 0:
            return home / "bin" / program
    print(f"skipped: {package} could not be installed", file=sys.stderr)
    return None


def _ours(every: Path, bad: list[Attack], servers: list[Server]) -> Measured:
    found = [is_found(attack, servers) for attack in bad]
    alarms = [_alarms(server) for server in servers]
    mcptest = str(Path(sys.executable).parent / "mcptest")
    cpu = _timed([mcptest, "security", str(every), "--format", "json"])
    return _measured("mcptest", found, bad, alarms, cpu)


def _alarms(server: Server) -> int:
    findings = findings_in({"tools": server.tools})
    return len({each.hit.subject for each in findings if each.severity in MEDIUM})


def _cisco(
    program: Path, alone: Path, every: Path, bad: list[Attack], servers: list[Server]
) -> Measured:
    command = [str(program), "--analyzers", "yara", "--raw", "static", "--tools"]

    def reported(path: Path) -> list[bool]:
        rows = json.loads(_run([*command, str(path)]).stdout)
        return [_cisco_severity(row) in _BAD for row in rows]

    found = reported(alone)
    tools = iter(reported(every))
    alarms = [sum(next(tools) for _ in server.tools) for server in servers]
    return _measured(CISCO, found, bad, alarms, _timed([*command, str(every)]))


def _cisco_severity(row: dict[str, Any]) -> str:
    return str(row["findings"]["yara_analyzer"]["severity"]).lower()


def _guardbench(
    program: Path, attacked: list[Path], benign: list[Path], every: Path, bad: list[Attack]
) -> Measured:
    command = [str(program), "inspect", "--json", "--fail-on", "none"]

    def reported(paths: list[Path]) -> set[tuple[str, str]]:
        """The tools with a finding, each with the name of its file."""
        files = [word for path in paths for word in ("--tools-json", str(path))]
        return {
            (str(finding["server_name"]), str(finding["tool_name"]))
            for finding in json.loads(_run([*command, *files]).stdout)["findings"]
            if finding["severity"] in _BAD and _speaks_of_attacks(finding["rule_id"])
        }

    bad_tools = reported(attacked)
    found = [
        (path.stem, a.tool["name"]) in bad_tools for a, path in zip(bad, attacked, strict=True)
    ]
    good_tools = [stem for stem, _ in reported(benign)]
    alarms = [good_tools.count(path.stem) for path in benign]
    cpu = _timed([*command, "--tools-json", str(every)])
    return _measured(GUARDBENCH, found, bad, alarms, cpu)


def _speaks_of_attacks(rule: str) -> bool:
    """Not of schemas, nor of what a tool can do, nor of several servers, as these files are one."""
    return rule.startswith("MA-") and rule != "MA-022"


def _measured(
    what: str, found: list[bool], bad: list[Attack], alarms: list[int], cpu: float
) -> Measured:
    hits = [attack for attack, hit in zip(bad, found, strict=True) if hit]
    published = sum(attack.published for attack in hits)
    poisoned = sum(attack.klass.startswith(_POISONING) for attack in hits)
    others = len(hits) - published - poisoned
    return Measured(what, published, poisoned, others, sum(alarms), sum(map(bool, alarms)), cpu)


def _timed(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    _run(command)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True)


def _print(rows: list[Measured], bad: list[Attack], servers: list[Server]) -> None:
    published = sum(attack.published for attack in bad)
    poisoned = sum(attack.klass.startswith(_POISONING) for attack in bad)
    tools = sum(len(server.tools) for server in servers)
    print("attacks found, and benign tools and servers with an alarm (medium or above)")
    for row in rows:
        print(
            f"{row.what:28} published {row.published} of {published}, "
            f"poisoning and shadowing {row.poisoned} of {poisoned}, "
            f"others {row.others} of {len(bad) - published - poisoned}; "
            f"tools {row.tools} of {tools}, servers {row.servers} of {len(servers)}; "
            f"{tools} tools in {row.cpu_s:.1f} s"
        )


if __name__ == "__main__":
    sys.exit(main())
