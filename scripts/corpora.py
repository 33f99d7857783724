"""Real-world data, which is not part of the project: benign servers, and poisoned tools.

MCPTEST_REAL_WORLD names its folder: `tools/*.json`, what servers answered, and three files with
one tool per line: `benign-tools.jsonl`, `poisoned-tools.jsonl`, `published-attacks.jsonl`.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VARIABLE = "MCPTEST_REAL_WORLD"
# A tool of which nothing but the description is known is put among so many others at most.
_MOST_SIBLINGS = 60
_FEWEST_SIBLINGS = 3

_NAME = re.compile(r"(?<=[`'\"])[A-Za-z]\w+(?=[`'\"])|\b[a-z]+_\w+")

Tool = dict[str, Any]


class Server(NamedTuple):
    name: str
    dump: dict[str, Any]
    """As `mcptest security` reads it."""

    @property
    def tools(self) -> list[Tool]:
        tools: list[Tool] = self.dump["tools"]
        return tools


class Attack(NamedTuple):
    klass: str
    published: bool
    tool: Tool


def in_first_half(text: str) -> bool:
    """Rules were developed on the first half; the other one was only counted."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


def real_world() -> Path | None:
    """The folder, if somebody has named one."""
    named = os.environ.get(VARIABLE)
    if not named:
        print(f"skipped: {VARIABLE} is not set; it names the folder of the real-world data")
        return None
    if not Path(named).is_dir():
        sys.exit(f"{VARIABLE}: {named} is not a folder")
    return Path(named)


def benign_servers(data: Path) -> list[Server]:
    catalogues: dict[str, list[Tool]] = {}
    for row in _rows(data / "benign-tools.jsonl"):
        catalogues.setdefault(row.pop("server"), []).append(row)
    servers = [Server(name, {"tools": tools}) for name, tools in catalogues.items()]
    recorded = (data / "tools").glob("*.json")
    servers += [Server(f"tools/{path.stem}", json.loads(path.read_text())) for path in recorded]
    return sorted(servers, key=lambda server: server.name)


def attacks(data: Path) -> list[Attack]:
    found = []
    for file, published in (("poisoned-tools.jsonl", False), ("published-attacks.jsonl", True)):
        for row in _rows(data / file):
            klass = row.pop("klass")
            found.append(Attack("published" if published else klass, published, row))
    return found


def placed(attack: Attack, servers: list[Server]) -> list[Tool]:
    """The tools of a server that does not have it, and the poisoned one, always the same server.

    Where only its description is known, it gets the parameters of one of the others.
    """
    key = json.dumps([attack.klass, attack.tool["name"], attack.tool["description"]])
    number = int(hashlib.sha256(key.encode()).hexdigest(), 16)
    hosts = [
        server
        for server in servers
        if len(server.tools) >= _FEWEST_SIBLINGS
        and attack.tool["name"] not in {tool["name"] for tool in server.tools}
    ]
    siblings = hosts[number % len(hosts)].tools[:_MOST_SIBLINGS]
    tool = dict(attack.tool)
    if not tool["inputSchema"].get("properties"):
        tool["inputSchema"] = siblings[number % len(siblings)].get("inputSchema", {})
    return [*siblings, tool]


def with_what_it_names(attack: Attack, tools: list[Tool]) -> list[Tool]:
    """The tools, and every tool that the attack names: then no name in it is a stranger's."""
    have = {tool["name"] for tool in tools}
    parameters = attack.tool["inputSchema"].get("properties", {})
    named = dict.fromkeys(_NAME.findall(attack.tool["description"]))
    return [
        *({"name": name, "description": f"Does {name}."} for name in named
          if name not in have and name not in parameters),
        *tools,
    ]  # fmt: skip


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
