"""NAM-003, NAM-007: names that clients refuse, and names that they have themselves."""

import re
from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Hit, Kind, Severity, rule

_SOUND = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_LONGEST = 128
# What coding agents and chat hosts call the tools that they bring along.
_BUILT_IN = frozenset({
    "bash", "shell", "terminal", "computer", "python", "browser", "task", "agent", "read", "write",
    "edit", "grep", "glob", "ls", "read_file", "write_file", "edit_file", "create_file", "list_dir",
    "list_directory", "str_replace", "str_replace_editor", "str_replace_based_edit_tool",
    "apply_patch", "run_command", "run_terminal_cmd", "execute_command", "web_search", "web_fetch",
    "webfetch", "websearch", "todo_write", "todowrite", "code_interpreter", "file_search",
    "notebook_edit", "multi_edit",
})  # fmt: skip


def find_odd(ground: Ground) -> Iterator[Hit]:
    for entry in tools_in(ground.surface):
        name = entry.item.get("name")
        if isinstance(name, str) and _SOUND.fullmatch(name):
            continue
        yield Hit(entry.subject, f"{entry.pointer}/name", entry.name[:400], _reason(name))


def _reason(name: object) -> str:
    if not isinstance(name, str):
        return "it has no name" if name is None else "its name is not text"
    if not name:
        return "its name is empty"
    if len(name) > _LONGEST:
        return f"its name has {len(name)} characters, more than {_LONGEST}"
    odd = sorted(set(re.findall(r"[^A-Za-z0-9_.-]", name)))
    return f"its name holds {', '.join(map(ascii, odd[:3]))}"


def find_built_in(ground: Ground) -> Iterator[Hit]:
    for entry in tools_in(ground.surface):
        if entry.name.casefold() in _BUILT_IN:
            because = "agents have a tool of this name themselves"
            yield Hit(entry.subject, f"{entry.pointer}/name", entry.name, because)


RULES = (
    rule("NAM-003", Severity.LOW, find_odd, agentreserve="tool_name_safety",
         finds="a tool without a name, or with one outside of what the specification allows",
         why="Clients refuse such a tool or change its name, and rules about it no longer match.",
         silent="Letters, digits, underscores, hyphens and dots, up to 128 of them.",
         remedy="Use letters, digits, underscores, hyphens and dots, at most 128 of them."),
    rule("NAM-007", Severity.INFO, find_built_in, "MCP09", kind=Kind.EXPOSURE,
         finds="a tool with the name of one that agents bring along",
         why="A client that does not keep servers apart may call this tool in place of its own, "
             "with what was meant for that.",
         silent="Names that only contain such a word.",
         remedy="Put the name of the service in front: `acme_read_file`."),
)  # fmt: skip
