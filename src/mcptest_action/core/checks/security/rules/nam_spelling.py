"""NAM-001, NAM-002, NAM-003, NAM-007: names that clients refuse, or mistake for another one."""

import re
import unicodedata
from collections.abc import Iterator

from ..listed import Entry, entries_in, tools_in
from ..model import Hit, Kind, ScanInput, Severity, rule
from ..readings import fold

_LONGEST = 256
_SHORTEST_WORD = 3
# Plain letters and figures that look alike.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_SOUND = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_LONGEST_ALLOWED = 128
# The names of the tools that coding agents and chat hosts bring along.
_BUILT_IN = frozenset({
    "bash", "shell", "terminal", "computer", "python", "browser", "task", "agent", "read", "write",
    "edit", "grep", "glob", "ls", "read_file", "write_file", "edit_file", "create_file", "list_dir",
    "list_directory", "str_replace", "str_replace_editor", "str_replace_based_edit_tool",
    "apply_patch", "run_command", "run_terminal_cmd", "execute_command", "web_search", "web_fetch",
    "webfetch", "websearch", "todo_write", "todowrite", "code_interpreter", "file_search",
    "notebook_edit", "multi_edit",
})  # fmt: skip


def find_duplicates(inputs: ScanInput) -> Iterator[Hit]:
    for listed in (tools_in(inputs.surface), entries_in(inputs.surface, "prompts")):
        first: dict[str, Entry] = {}
        for entry in listed:
            other = first.setdefault(entry.name, entry)
            if other is not entry and entry.name:
                because = f"it has the name of {other.pointer}"
                details: dict[str, object] = {"first": other.pointer, "again": entry.pointer}
                yield _hit(entry, because, details)


def find_look_alikes(inputs: ScanInput) -> Iterator[Hit]:
    for listed in (tools_in(inputs.surface), entries_in(inputs.surface, "prompts")):
        first: dict[str, Entry] = {}
        for entry in sorted(listed, key=_plainest):
            disguise = _disguise(entry.name[:_LONGEST])
            other = first.setdefault(_looks(entry.name), entry)
            if other.name != entry.name:
                because = f"it looks like '{other.name[:80]}'" + (disguise and f": {disguise}")
                pair = [other.name[:_LONGEST], entry.name[:_LONGEST]]
                # An author who writes a foreign letter for a Latin one wants to be mistaken.
                plain = entry.name.isascii() and other.name.isascii()
                hit = _hit(entry, because, {"pair": pair})
                yield hit._replace(severity=Severity.MEDIUM if plain else None)
            elif disguise:
                yield _hit(entry, disguise, {"reads": fold(entry.name[:_LONGEST])})


def _plainest(entry: Entry) -> tuple[bool, int, int, str]:
    """Which of two names is the disguised one does not depend on where they stand."""
    name = entry.name
    return (not name.isascii(), sum(map(str.isdecimal, name)), len(name), name)


def _looks(name: str) -> str:
    """The rest of a name if only its looks count."""
    shown = fold(name).casefold().translate(_ALIKE)
    return shown.replace("rn", "m").replace("vv", "w")


def _disguise(name: str) -> str:
    """A word in letters of two scripts, or in foreign ones that all look like Latin ones."""
    if name.isascii():
        return ""
    for word in _WORD.findall(unicodedata.normalize("NFKC", name)):
        scripts = {_script(letter) for letter in word} - {""}
        foreign = sorted(scripts & set(_FOREIGN))
        if foreign and "LATIN" in scripts:
            return f"'{word}' mixes Latin and {foreign[0].capitalize()} letters"
        if foreign and len(word) >= _SHORTEST_WORD and fold(word).isascii():
            return f"'{word}' is written in {foreign[0].capitalize()} letters that look Latin"
    return ""


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _hit(entry: Entry, because: str, details: dict[str, object]) -> Hit:
    return Hit(entry.subject, f"{entry.pointer}/name", entry.name[:_LONGEST], because, details)


def find_odd(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        name = entry.item.get("name")
        if isinstance(name, str) and _SOUND.fullmatch(name):
            continue
        yield Hit(entry.subject, f"{entry.pointer}/name", entry.name[:400], _reason(name))


def _reason(name: object) -> str:
    if not isinstance(name, str):
        return "it has no name" if name is None else "its name is not text"
    if not name:
        return "its name is empty"
    if len(name) > _LONGEST_ALLOWED:
        return f"its name has {len(name)} characters, more than {_LONGEST_ALLOWED}"
    odd = sorted(set(re.findall(r"[^A-Za-z0-9_.-]", name)))
    return f"its name holds {', '.join(map(ascii, odd[:3]))}"


def find_built_in(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        if entry.name.casefold() in _BUILT_IN:
            because = "agents have a tool of this name themselves"
            yield Hit(entry.subject, f"{entry.pointer}/name", entry.name, because)


RULES = (
    rule("NAM-001", Severity.HIGH, find_duplicates, "MCP03", 694,
         finds="two tools, or two prompts, of one name",
         why="Nobody knows which of them a call reaches, so that one can stand in for the other.",
         silent="A tool and a prompt of one name.",
         remedy="Give every tool and every prompt a name of its own."),
    rule("NAM-002", Severity.HIGH, find_look_alikes, "MCP03", 1007, agentreserve="tool_name_safety",
         finds="a name that looks like another one of the server, or mixes scripts in a word; "
               "medium where all letters are plain",
         why="A person who approves a call takes the tool for another one.",
         silent="Names in one script that are not drawn like Latin ones; hyphens in place of "
                "underscores.",
         remedy="Write names in plain Latin letters, and tell them apart by words."),
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
