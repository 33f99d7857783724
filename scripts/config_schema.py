"""Keep config.schema.json in step: its servers are those of suites, its gate has the gate's flags.

`scripts/action.py` writes it. Everything else in the schema is written by hand.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from mcptest_action.commands import gate
from mcptest_action.core.request.config import NOT_IN_FILE
from mcptest_action.parsing.parser import Each, Parser

SCHEMAS = Path(__file__).parent.parent / "src" / "mcptest_action" / "schemas"
_WORD = ["string", "number", "boolean"]  # YAML may take a word for either; we read its text


def config_schema(existing: str) -> str:
    schema: dict[str, Any] = json.loads(existing)
    suite = json.loads((SCHEMAS / "suite.schema.json").read_text(encoding="utf-8"))
    schema["$defs"]["server"] = suite["$defs"]["server"]
    schema["properties"]["gate"]["properties"] = dict(_flags())
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _flags() -> list[tuple[str, dict[str, Any]]]:
    parser = Parser("mcptest gate", str(gate.__doc__), gate.EXAMPLES)
    gate.add_arguments(parser)
    actions = {
        action.option_strings[0].removeprefix("--"): action
        for action in parser._actions  # noqa: SLF001 - argparse offers no other list
        if action.option_strings and not isinstance(action, argparse._HelpAction)  # noqa: SLF001
    }
    return [(name, _flag(one)) for name, one in actions.items() if name not in NOT_IN_FILE]


def _flag(action: argparse.Action) -> dict[str, Any]:
    meaning = {"description": str(action.help)}
    if action.nargs == 0:
        return {"type": "boolean", **meaning}
    if action.choices:
        return {"enum": [str(choice) for choice in action.choices], **meaning}
    if isinstance(action, Each):
        return {"type": [*_WORD, "array"], **meaning, "items": {"type": _WORD}}
    return {"type": _WORD, **meaning}
