"""The house: layers and rooms look only to their left, rooms have one door, and the core is pure."""

import ast
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

import pytest
from conftest import ROOT

from mcptest_action.commands import COMMANDS

PACKAGE = "mcptest_action"
SRC = ROOT / "src" / PACKAGE
# Each imports itself and what is to its left. Right of them all are `cli`, `entry` and `__main__`.
LAYERS = ["core", "shell", "app", "parsing", "commands"]
# Modules beside the layers, and the one they belong to.
BESIDE: dict[str, str] = {}
# The rooms of core, in the order in which they may import each other (to the left only).
ROOMS = """
    text document protocol/exchange protocol/surface protocol/transcript protocol/target safety
    request checks/results checks/samples checks/probes checks/suite checks/run checks/conformance
    checks/official checks/security checks/readiness checks/coverage facts policy render pipeline
    authoring/mock authoring/scaffold authoring/propose authoring/init publish
""".split()
# What is outside of its room's door, and entered by its module, or as MODULE:NAME. An eager door
# costs start-up: `mcptest --help`, `policy …`, `waiver …` and `mock` import none of these needlessly.
BY_MODULE = {
    "text/duration": "imports dateutil",
    "text/seconds": "times; `mcptest --help` has none",
    "text/timestamp": "times; `mcptest --help` has none",
    "document/text_edit": "edits files; most commands only read",
    "document/yaml_text": "imports yaml; `mcptest mock --preset` and `policy facts` read none",
    "document/yaml_value": "writes YAML; most commands only read",
    "request/config": "reads YAML, the target and the execution policy",
    "checks/suite/load": "matchers need jsonschema; `gate` loads it when there is a suite",
    "checks/suite/match*": "matchers need jsonschema; `gate` loads them when there is a suite",
    "checks/conformance/catalogue": "every check there is; loaded while the server starts",
    "checks/conformance/checks/*": "a part of the catalogue",
    "checks/security/catalogue": "every rule there is; loaded while the server starts",
    "policy/default": "reads YAML",
    "policy/lint": "one command needs it",
    "policy/load": "reads YAML",
    "policy/overlay": "one command needs it",
    "policy/own_rule": "only a gate has rules of its own",
    "policy/packs": "policies that ship with us; one command and those that extend one need them",
    "policy/starter": "one command needs it",
    "policy/waiver_*": "one command needs it",
    "render/*": "a format is loaded when it is asked for",
    "pipeline/*": "needs everything that examines; `policy simulate` only has formats",
}
# Light modules that a pattern above would keep out.
IN_THE_DOOR = ["policy/waiver_state", "render/report", "pipeline/formats"]
# Where the name `Namespace` may stand.
NAMESPACE_IN = ["parsing.parser"]
# The one way to a server whose tools may be called: nobody else makes guards and lines.
ONLY_IN_A_SESSION = {"Guard", "Line"}
SESSION = "app.session"
# What the core may import. Nothing here opens a file, reads a clock or rolls dice on import;
# the calls below are banned in addition, because `datetime` can.
THIRD_PARTY = {
    "dateutil", "jsonschema", "junit_xml", "mcp_types", "pydantic", "referencing", "yaml",
}  # fmt: skip
ALLOWED = THIRD_PARTY | {
    "base64", "binascii", "collections", "dataclasses", "datetime", "decimal", "enum", "hashlib",
    "html", "ipaddress", "itertools", "json", "math", "re", "shlex", "tomllib", "types", "typing",
    "unicodedata", "urllib",
}  # fmt: skip
BANNED_CALLS = {
    "open", "print", "input", "eval", "exec", "__import__", "now", "utcnow", "today",
    "fromtimestamp", "getenv", "urandom", "id", "hash",
}  # fmt: skip
# The shell does I/O and knows nothing of what is concluded from it.
NOT_FOR_SHELL = ["facts", "policy", "render", "pipeline"]
NO_NAMES = {"utils", "util", "common", "helpers", "misc"}
MOST_LINES = 250


class Imported(NamedTuple):
    line: int
    module: str
    """Ours without the package in front: `core.policy`; others as they are called."""
    name: str
    """Empty where the module itself is imported."""
    ours: bool
    dotted: bool = False
    """Whether it is written with a dot in front."""


class House(NamedTuple):
    sources: dict[str, str]
    """Module to text. Packages are called like their folder."""
    packages: frozenset[str]
    doors: dict[str, frozenset[str]]
    """Room to the names in its `__all__`."""


@cache
def house() -> House:
    sources, packages = {}, set()
    for path in sorted(SRC.rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
            packages.add(".".join(parts))
        sources[".".join(parts)] = path.read_text()
    doors = {room: frozenset(_all_of(sources[_dotted(room)])) for room in ROOMS}
    return House(sources, frozenset(packages), doors)


def _dotted(room: str) -> str:
    return f"core.{room.replace('/', '.')}"


def _all_of(source: str) -> list[str]:
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return ast.literal_eval(value)
    return []


@cache
def imports_of(module: str, source: str) -> tuple[Imported, ...]:
    """Everything that a module imports, one entry per name."""
    return tuple(one for node in nodes_of(source) for one in _imports(module, node))


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source)))


def _imports(module: str, node: ast.AST) -> Iterator[Imported]:
    match node:
        case ast.Import(names=names):
            for alias in names:
                ours = alias.name.split(".")[0] == PACKAGE
                yield Imported(node.lineno, _ours(alias.name) if ours else alias.name, "", ours)
        case ast.ImportFrom(module=source, names=names, level=level):
            folder = module if module in house().packages else module.rpartition(".")[0]
            if level:
                parts = folder.split(".")
                source = ".".join(
                    [PACKAGE, *parts[: len(parts) - level + 1], *([source] if source else [])]
                )
            ours = source.split(".")[0] == PACKAGE
            for alias in names:
                here = _ours(source) if ours else source
                below = f"{here}.{alias.name}".removeprefix(".")
                door = house().doors[_room(here)] if _is_door(here) and not level else ()
                whole = ours and below in house().sources and alias.name not in door
                yield Imported(
                    node.lineno,
                    below if whole else here,
                    "" if whole else alias.name,
                    ours,
                    level > 0,
                )


def _ours(module: str) -> str:
    return module.removeprefix(PACKAGE).removeprefix(".")


def _layer(module: str) -> str:
    head = module.split(".", maxsplit=1)[0]
    return BESIDE.get(head, head if head in LAYERS else "root")


def _room(module: str) -> str | None:
    """The room of a module of core; None for the others, and for a wing."""
    return next((r for r in ROOMS if f"{module}.".startswith(f"{_dotted(r)}.")), None)


def _is_door(module: str) -> bool:
    room = _room(module)
    return room is not None and module == _dotted(room)


def direction_problems(module: str, source: str) -> list[str]:
    """Imports of a layer or a room to the right."""
    return [
        f"{module}:{one.line}: imports {one.module or PACKAGE}"
        for one in imports_of(module, source)
        if one.ours and not _is_left(module, one)
    ]


def _is_left(module: str, one: Imported) -> bool:
    own, other = _layer(module), _layer(one.module)
    if own == "root":
        return True
    if not one.module or other == "root" or LAYERS.index(other) > LAYERS.index(own):
        return False
    if own == "shell" and (_room(one.module) in NOT_FOR_SHELL):
        return False
    own_room, room = _room(module), _room(one.module)
    if own_room is None or room is None:
        return not (own == other == "core")  # a wing, which has nothing to give or to take
    return ROOMS.index(room) <= ROOMS.index(own_room)


def purity_problems(module: str, source: str) -> list[str]:
    """What a module of core must not import or call."""
    problems = [
        f"{module}:{one.line}: imports {one.module}"
        for one in imports_of(module, source)
        if not one.ours and one.module.split(".")[0] not in ALLOWED
    ]
    for node in nodes_of(source):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if (
                name in BANNED_CALLS
            ):
                problems.append(f"{module}:{node.lineno}: calls {name}()")
    return problems


def door_problems(module: str, source: str) -> list[str]:
    """Other rooms of core entered otherwise than by their door; siblings without a dot."""
    problems = []
    folder = module if module in house().packages else module.rpartition(".")[0]
    for one in imports_of(module, source):
        room = _room(one.module) if one.ours else None
        if room is None:
            continue
        where = f"{module}:{one.line}: "
        if room == _room(module):
            hidden = _is_hidden(room, one)
            if hidden and not _is_door(module):
                problems.append(f"{where}a name of the door hides {one.module}")
            elif not one.dotted and f"{one.module}.".startswith(f"{folder}."):
                problems.append(f"{where}{one.module} is in the same room: begin with a dot")
        elif not _is_door(one.module) and not is_by_module(one):
            problems.append(f"{where}{one.module} is not the door of {room}")
        elif _is_door(one.module) and one.name not in house().doors[room]:
            problems.append(f"{where}the door of {room} has no {one.name or 'such module'}")
    return problems


def _is_hidden(room: str, one: Imported) -> bool:
    """Whether what the room's door calls so is something else than the module."""
    path, _, last = one.module.rpartition(".")
    if one.name or path != _dotted(room) or last not in house().doors[room]:
        return False
    return not any(
        o.module == one.module and not o.name for o in imports_of(path, house().sources[path])
    )


def is_by_module(one: Imported) -> bool:
    """Whether the table allows it; a module in the door may still be meant as a whole."""
    path = one.module.removeprefix("core.").replace(".", "/")
    if path in IN_THE_DOOR:
        return False
    names = (path, f"{path}:{one.name}")
    return any(fnmatchcase(name, pattern) for pattern in BY_MODULE for name in names)


def namespace_problems(module: str, source: str) -> list[str]:
    """Where parsed words travel on as they are."""
    if any(f"{module}.".startswith(f"{place}.") for place in NAMESPACE_IN):
        return []
    return [
        f"{module}:{node.lineno}: Namespace"
        for node in nodes_of(source)
        if (isinstance(node, ast.Name) and node.id == "Namespace")
        or (isinstance(node, ast.Attribute) and node.attr == "Namespace")
        or (isinstance(node, ast.ImportFrom) and "Namespace" in [a.name for a in node.names])
    ]


def session_problems(module: str, source: str) -> list[str]:
    """Guards, and lines that can carry a call, made elsewhere than in a session."""
    if module == SESSION:
        return []
    problems = []
    for node in nodes_of(source):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in ONLY_IN_A_SESSION:
                problems.append(f"{module}:{node.lineno}: makes a {name}")
            case ast.Assign(targets=targets):
                problems += [
                    f"{module}:{node.lineno}: attaches a guard"
                    for target in targets
                    if isinstance(target, ast.Attribute)
                    and target.attr == "guard"
                    and ast.unparse(target.value) != "self"
                ]
    return problems


def size_problems(module: str, source: str) -> list[str]:
    lines = len(source.splitlines())
    return [f"{module}: {lines} lines"] if lines > MOST_LINES else []


def name_problems(module: str, _source: str) -> list[str]:
    return [f"{module}: is called like a drawer"] if NO_NAMES & set(module.split(".")) else []


def wing_problems(module: str, source: str) -> list[str]:
    """A package of core that is not a room has a docstring and nothing else."""
    in_core = module == "core" or module.startswith("core.")
    if not in_core or module not in house().packages or _room(module) is not None:
        return []
    return [] if len(ast.parse(source).body) == 1 else [f"{module}: more than a docstring"]


def in_core(rule):
    return lambda module, source: rule(module, source) if _layer(module) == "core" else []


RULES = {
    "direction": direction_problems,
    "purity": in_core(purity_problems),
    "doors": door_problems,
    "wings": wing_problems,
    "Namespace": namespace_problems,
    "session": session_problems,
    "size": size_problems,
    "names": name_problems,
}


@pytest.mark.parametrize("rule", RULES)
def test_every_module_keeps_to(rule):
    problems = [RULES[rule](module, source) for module, source in house().sources.items()]
    assert [problem for one in problems for problem in one] == []


@pytest.mark.parametrize(
    ("rule", "module", "line", "problem"),
    [
        ("direction", "core.facts.x", "from mcptest_action.core.policy import evaluate", "core.policy"),
        ("direction", "core.facts.x", "from mcptest_action.core.policy.load import x", "policy.load"),
        ("direction", "core.checks.run.x", "import mcptest_action.core.checks.security", "security"),
        ("direction", "core.text.x", "from mcptest_action.core import checks", "core.checks"),
        ("direction", "core.text.x", "from mcptest_action.shell import files", "shell.files"),
        ("direction", "shell.wire.x", "from mcptest_action.app import x", "imports app"),
        ("direction", "shell.wire.x", "from mcptest_action.commands.gate import x", "commands.gate"),
        ("direction", "shell.x", "from mcptest_action.core.policy import evaluate", "core.policy"),
        ("direction", "app.x", "from mcptest_action.commands.gate import x", "commands.gate"),
        ("direction", "app.x", "from mcptest_action import cli", "imports cli"),
        ("direction", "commands.x", "from mcptest_action.entry import main", "imports entry"),
        ("direction", "shell.x", "from mcptest_action import VERSION", "imports mcptest_action"),
        ("purity", "core.facts.x", "import os", "imports os"),
        ("purity", "core.facts.x", "from time import time", "imports time"),
        ("purity", "core.policy.x", "def f():\n    import random", "imports random"),
        ("purity", "core.policy.x", "x = datetime.now()", "calls now()"),
        ("purity", "core.policy.x", "open('x')", "calls open()"),
        ("doors", "core.policy.x", "from mcptest_action.core.facts.pool import X", "not the door"),
        ("doors", "core.policy.x", "from mcptest_action.core.facts import nothing", "has no nothing"),
        ("doors", "core.policy.x", "from mcptest_action.core.facts import model", "not the door"),
        ("doors", "commands.x", "from mcptest_action.core.policy.model import Rule", "not the door"),
        ("doors", "commands.x", "from mcptest_action.core.render.report import Report", "not the door"),
        ("doors", "commands.x", "import mcptest_action.core.policy", "has no such module"),
        ("doors", "core.policy.x", "from mcptest_action.core.policy.model import Rule", "with a dot"),
        ("doors", "core.policy.x", "from mcptest_action.core.policy import Rule", "with a dot"),
        ("doors", "core.policy.x", "from . import evaluate", "hides core.policy.evaluate"),
        ("wings", "core.checks", '"""x."""\nfrom .run import x', "more than a docstring"),
        ("Namespace", "shell.x", "from argparse import Namespace", "Namespace"),
        ("Namespace", "app.x", "def f(args: argparse.Namespace): ...", "Namespace"),
        ("session", "app.x", "guard = Guard(plan, policy)", "makes a Guard"),
        ("session", "app.x", "line = Line(dialer)", "makes a Line"),
        ("session", "commands.x", "session.line.guard = other", "attaches a guard"),
        ("size", "app.x", "pass\n" * 251, "251 lines"),
        ("names", "app.utils", "", "like a drawer"),
    ],
)  # fmt: skip
def test_the_check_itself_can_fail(rule, module, line, problem):
    (found,) = RULES[rule](module, line)
    assert problem in found


@pytest.mark.parametrize(
    ("rule", "module", "line"),
    [
        ("direction", "core.policy.x", "from mcptest_action.core.facts import FACTS"),
        ("direction", "core.policy.x", "from .model import Rule"),
        ("direction", "commands.x", "from mcptest_action.app import x"),
        ("direction", "cli", "from mcptest_action import commands"),
        ("doors", "core.policy.x", "from .model import Rule"),
        ("doors", "commands.x", "from mcptest_action.core.render.pretty import x"),
        ("doors", "core.checks.security.rules.x", "from mcptest_action.core.checks.security.model import Rule"),
        ("Namespace", NAMESPACE_IN[0], "from argparse import Namespace"),
        ("session", SESSION, "line.guard = Guard(plan, policy)"),
    ],
)  # fmt: skip
def test_the_check_lets_the_ordinary_pass(rule, module, line):
    assert RULES[rule](module, line) == []


def cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Nodes that can be reached from themselves, those together that reach each other."""
    reached = {node: _reached(graph, node) for node in graph}
    looped = {node for node in graph if node in reached[node]}
    groups = {frozenset(o for o in looped & reached[n] if n in reached[o]) for n in looped}
    return sorted(map(set, groups), key=sorted)


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        node = ahead.pop()
        if node not in seen:
            seen.add(node)
            ahead += graph.get(node, ())
    return seen


def _place(module: str) -> str:
    """What counts as a room: one of core, a folder of another layer, or a module beside them."""
    room = _room(module)
    if room is not None:
        return _dotted(room)
    return module if module in house().packages else module.rpartition(".")[0] or module


def graph_of(place) -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {}
    for module, source in house().sources.items():
        edges = graph.setdefault(place(module), set())
        for one in imports_of(module, source):
            if one.ours and one.module and place(one.module) != place(module):
                edges.add(place(one.module))
    return graph


def test_neither_modules_nor_rooms_import_each_other_in_a_circle():
    assert cycles(graph_of(_place)) + cycles(graph_of(lambda module: module)) == []


def test_the_search_for_circles_can_find_one():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]
    assert cycles({"a": {"b"}, "b": {"a"}, "c": {"d"}, "d": {"c", "a"}}) == [{"a", "b"}, {"c", "d"}]
    assert cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def _entries() -> Iterator[tuple[str, Imported]]:
    """Every import of a room of core from outside of it."""
    for module, source in house().sources.items():
        for one in imports_of(module, source):
            room = _room(one.module) if one.ours else None
            if room is not None and room != _room(module):
                yield room, one


def test_a_door_has_what_others_use_and_nothing_else():
    used = {(room, one.name) for room, one in _entries() if _is_door(one.module)}
    assert {(room, name) for room, names in house().doors.items() for name in names} == used


def test_every_exception_is_still_needed():
    entered = [one for _, one in _entries() if not _is_door(one.module)]
    paths = {one.module.removeprefix("core.").replace(".", "/") for one in entered}
    paths |= {f"{one.module.removeprefix('core.').replace('.', '/')}:{one.name}" for one in entered}
    unused = [p for p in BY_MODULE if not any(fnmatchcase(path, p) for path in paths)]
    assert unused == []
    assert all(f"core.{path.replace('/', '.')}" in house().sources for path in IN_THE_DOOR)


def test_every_folder_of_core_is_a_room_or_a_wing():
    listed = {
        path.name
        for path in (SRC / "core").iterdir()
        if path.name not in ("__init__.py", "__pycache__")
    }
    assert listed == {room.split("/")[0] for room in ROOMS}


def test_the_page_on_the_architecture_has_every_room_and_layer():
    page = (ROOT / "ARCHITECTURE.md").read_text()
    for room in ROOMS:
        purpose = ast.get_docstring(ast.parse(house().sources[_dotted(room)]))
        assert purpose, room
        row = f"| `{room}` | {' '.join(purpose.partition(chr(10) * 2)[0].split())} |"
        assert f"\n{row}\n" in page, f"ARCHITECTURE.md lacks: {row}"
    assert [layer for layer in LAYERS if f"| `{layer}/` |" not in page] == []


def test_a_file_of_commands_is_a_command():
    modules = {path.stem for path in (SRC / "commands").glob("*.py")} - {"__init__"}
    assert modules == {command.module for command in COMMANDS}


@pytest.mark.parametrize("file", ["src/mcptest_action/core/__init__.py", "CONTRIBUTING.md"])
def test_the_reading_order_is_written_down(file):
    assert " → ".join(ROOMS) in " ".join((ROOT / file).read_text().split())


def test_standard_library_names_are_real():
    """A typo in the list of allowed modules would allow nothing, or everything."""
    assert sys.stdlib_module_names >= ALLOWED - THIRD_PARTY
