"""How many real tools get a sample, how many of those a strict one, and why the others do not.

    python bench/samples.py FOLDER

The folder holds tools, at any depth: `*.json` with a list called `tools`, and `*.jsonl` with one
tool a line. Lines without an `inputSchema` are not tools.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mcptest_action.core.checks.samples import synthesize, synthesize_strict
from mcptest_action.core.checks.samples.model import NoSample


def tools(folder: Path) -> Iterator[tuple[str, Any]]:
    """The name and the input schema of every tool."""
    for path in sorted(folder.rglob("*.json")):
        document = json.loads(path.read_text())
        listed = document.get("tools", []) if isinstance(document, dict) else []
        for tool in listed["tools"] if isinstance(listed, dict) else listed:
            yield f"{path.stem}: {tool['name']}", tool.get("inputSchema")
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text().splitlines():
            tool = json.loads(line)
            if "inputSchema" in tool:
                yield f"{path.stem}: {tool.get('server')}: {tool.get('name')}", tool["inputSchema"]


def main() -> None:
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and one folder
        sys.exit(__doc__)
    found = list(tools(Path(sys.argv[1])))
    slowest = 0.0
    samples = strict = 0
    for name, schema in found:
        started = time.perf_counter()
        made = synthesize(schema)
        slowest = max(slowest, time.perf_counter() - started)
        if isinstance(made, NoSample):
            print(f"no sample: {name}: {made.because}")
            continue
        samples += 1
        strict += not isinstance(synthesize_strict(schema), NoSample)
    if not found:
        sys.exit(f"no tools in {sys.argv[1]}")
    share = 100 * samples / len(found)
    print(f"{samples} of {len(found)} tools get a sample ({share:.1f} %), {strict} a strict one;")
    print(f"the slowest takes {1000 * slowest:.0f} ms")


if __name__ == "__main__":
    main()
