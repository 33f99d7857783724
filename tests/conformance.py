"""Examine the mutable server for one check, as a real process or over real HTTP on loopback."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from conftest import ROOT

from mcptest_action.cli import main

SERVERS = ROOT / "fixtures" / "servers"
MUTABLE = f"{sys.executable} {SERVERS / 'mutable'}"
sys.path.insert(0, str(SERVERS))
# What is never answered here is not answered later either.
PATIENCE = "5s"


def examined(capsys: Any, *words: str, transport: str = "stdio", **server: Any) -> dict[str, Any]:
    """`conformance.json` on the mutable server. Server: breaks=[…], era=…, auth=…"""
    with running(transport, **server) as flags:
        capsys.readouterr()
        patience = () if "--timeout" in words else ("--timeout", PATIENCE)
        code = main(["conformance", "run", "--format", "json", *patience, *flags, *words])
        captured = capsys.readouterr()
    assert code == 0, captured.err
    document: dict[str, Any] = json.loads(captured.out)
    assert_evident(document)
    return document


def assert_evident(document: dict[str, Any]) -> None:
    """Every failure shows what was sent and what came, and where that stands in the transcript."""
    for row in document["checks"]:
        for revision, found in row["revisions"].items():
            if found["status"] == "failed":
                lines = [one["line"] for one in found["evidence"]]
                assert lines, f"{row['id']} in {revision} failed without evidence"
                assert all(lines), f"{row['id']} in {revision}: evidence without a line: {lines}"


def statuses(document: dict[str, Any], check_id: str) -> dict[str, str]:
    """The status of a check by revision."""
    rows = [row for row in document["checks"] if row["id"] == check_id]
    return {
        revision: str(found["status"])
        for row in rows
        for revision, found in row["revisions"].items()
    }


@contextmanager
def running(transport: str, breaks: tuple[str, ...] = (), **options: Any) -> Iterator[list[str]]:
    """The flags that name the server, which runs until the end of the block."""
    if transport == "stdio":
        flags = [word for name in breaks for word in ("--break", name)]
        for name, value in options.items():
            flags += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        yield ["--server-command", " ".join([MUTABLE, *flags])]
        return
    from mutable.over_http import serve  # noqa: PLC0415 - found once the path above is set

    with serve(breaks, **options) as url:
        # A polite pause between calls is for servers of others.
        yield ["--server-url", url, "--call-delay", "0s"]
