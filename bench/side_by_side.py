"""Six servers, and what three examiners say of each: ours, mcpscore, and the official suite.

    make bench-side-by-side      (needs npm and PyPI; installs into MCPTEST_REAL_CACHE, or .real/)

Each server is started once and listens on loopback; the three come one after the other. Every
failure is one line. Behind one of theirs stand the rows of ours that ask the same, with what came
of them. The official suite runs in each revision that the server speaks, with all its scenarios.
docs/side-by-side.md says which failures are true.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from real.install import InstallError, install, installed  # noqa: E402 - they are found only now
from real.running import Transport, within_reach  # noqa: E402
from real.servers import SERVERS, RealServer, npm, pypi  # noqa: E402
from real.zoo.cases import cases  # noqa: E402

from mcptest_action.core.checks.conformance.same_question import SAME_QUESTIONS  # noqa: E402

MCPSCORE = pypi("mcpscore", "1.29.0")
# The suite needs a newer Node than others do.
OFFICIAL = npm("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "node@22.23.3")
OF_THE_SUITE = ("2025-11-25", "2026-07-28")
FROM_THE_ZOO = (
    "ts-mcpserver@1.32.2-http",
    "ts-2@2.4.0-http",
    "py-fastmcp@1.30.0-http",
    "py-mcpserver@2.3.0-http",
    "fastmcp@4.1.2-http",
)
PATIENCE_S = 300
WIDTH = 150
# The name of a folder: the scenario, then the time.
_SCENARIO = -len("-2026-01-01T00-00-00-000Z")

# Rules of mcpscore that failed on one of the six, and the rows that ask the same.
SAME_RULES: Mapping[str, tuple[str, ...]] = {
    "pagination_prompts_invalid_cursor": ("PAGE-04",),
    "pagination_resource_templates_invalid_cursor": ("PAGE-04",),
    "pagination_resources_invalid_cursor": ("PAGE-04",),
    "pagination_tools_invalid_cursor": ("PAGE-04",),
    "readiness_2026_server_discover": ("DISC-01",),
    "readiness_2026_stateless_request": ("META-08",),
    "security_host_header_validation": ("HTTP-06",),
    "security_local_bind_loopback": ("HTTP-31",),
    "security_malformed_request_handling": ("BASE-14",),
    "security_origin_validation": ("HTTP-04", "HTTP-05"),
    "security_tls_enabled": ("HTTP-21",),
    "server_version_present": ("LIFE-01", "DISC-04"),
    "smoke_unknown_tool": ("TOOLS-07", "TOOLS-08"),
    "transport_invalid_request_error_code": ("HTTP-32",),
    "transport_session_delete": ("HTTP-13",),
}
SAME_CHECKS: Mapping[str, tuple[str, ...]] = {
    check: (*question.ours, *question.or_in)
    for question in SAME_QUESTIONS
    for check in question.theirs
}


class Finding(NamedTuple):
    where: str
    """A level and revisions, a severity, or a revision and the scenarios."""
    id: str
    message: str

    def __str__(self) -> str:
        message = " ".join(self.message.split())
        shown = message if len(message) <= WIDTH else f"{message[: WIDTH - 1]}…"
        return f"    {self.id} ({self.where}): {shown}"


class Examined(NamedTuple):
    """What our examination said."""

    spoken: tuple[str, ...]
    rows: Mapping[str, Any]

    def failures(self) -> Iterator[Finding]:
        for row in self.rows.values():
            if row["status"] == "failed" and row["level"] in ("MUST", "SHOULD"):
                failed = [name for name, it in row["revisions"].items() if it["status"] == "failed"]
                yield Finding(f"{row['level']}, {' '.join(failed)}", row["id"], row["because"])

    def same(self, asked: tuple[str, ...]) -> str:
        """What came of the rows that ask what another asked."""
        said = [f"{name} {self.rows[name]['status']}" for name in asked if name in self.rows]
        failed = [each for each in said if each.endswith(" failed")]
        return ", ".join(failed or said) or "no row"


def ours(url: str) -> Examined:
    command = [sys.executable, "-m", "mcptest_action", "conformance", "run", "--format", "json"]
    done = _run([*command, "--wait-for-ready", "60s", "--server-url", url])
    document = json.loads(done.stdout)
    spoken = [name for name, each in document["revisions"].items() if each["spoken"]]
    return Examined(tuple(spoken), {row["id"]: row for row in document["checks"]})


def mcpscore(url: str) -> Iterator[Finding]:
    """With the calls of read-only tools that it offers, as ours makes them."""
    program = installed(MCPSCORE) / "bin" / "mcpscore"
    report = json.loads(_run([str(program), "--json", "--no-config", "--smoke", url]).stdout)
    # What is about the newest revision stands in a list of its own, and may be in both.
    lists = (*report["readiness"]["results"], *report["results"])
    for rule in {each["rule_id"]: each for each in lists}.values():
        if not rule["passed"]:
            yield Finding(rule["severity"], rule["rule_id"], rule["message"])
    for call in report["smoke"]["checks"]:
        if call["verdict"] == "fail":
            yield Finding("smoke", call["check_id"], call["message"])


def official(url: str, revision: str) -> Iterator[Finding]:
    """One finding for an id and message, however many scenarios came to it."""
    programs = installed(OFFICIAL) / "node_modules" / ".bin"
    found: dict[tuple[str, str], list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        words = ["server", "--url", url, "--suite", "all", "--spec-version", revision]
        _run([str(programs / "node"), str(programs / "conformance"), *words, "-o", folder])
        for file in sorted(Path(folder).glob("*/checks.json")):
            scenario = file.parent.name.removeprefix("server-")[:_SCENARIO]
            for check in json.loads(file.read_text()):
                if check["status"] in ("FAILURE", "WARNING"):
                    message = check.get("errorMessage") or check["description"]
                    found.setdefault((check["id"], message), []).append(scenario)
    for (check_id, message), scenarios in found.items():
        yield Finding(f"{revision}, {' '.join(dict.fromkeys(scenarios))}", check_id, message)


def _run(command: list[str]) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE_S)


def compare(url: str) -> None:
    examined = ours(url)
    print(f"  speaks {', '.join(examined.spoken)}")
    print("  mcptest conformance run")
    for finding in examined.failures():
        print(finding)
    print(f"  {MCPSCORE.name} {MCPSCORE.version}")
    for finding in mcpscore(url):
        print(f"{finding} -> {examined.same(SAME_RULES.get(finding.id, ()))}")
    print(f"  {OFFICIAL.name} {OFFICIAL.version}")
    for revision in OF_THE_SUITE:
        if revision in examined.spoken:
            for finding in official(url, revision):
                print(f"{finding} -> {examined.same(SAME_CHECKS.get(finding.id, ()))}")


def servers() -> Iterator[tuple[str, RealServer, Path]]:
    """A name, how to start it, and the program that does."""
    everything = SERVERS[0]
    yield f"{everything.package.name}@{everything.package.version}", everything, install(everything)
    zoo = {case.name: case for case in cases()}
    for name in FROM_THE_ZOO:
        yield name, zoo[name].server, zoo[name].ready()


def main() -> None:
    try:
        installed(MCPSCORE)
        installed(OFFICIAL)
        for name, server, program in servers():
            print(name)
            with tempfile.TemporaryDirectory() as folder:
                http = Transport.HTTP
                with within_reach(server, http, Path(folder), program) as place:
                    if place.url is not None:
                        compare(place.url)
    except InstallError as error:
        sys.exit(f"bench/side_by_side.py: {error}")


if __name__ == "__main__":
    main()
