"""The core is pure, and its stages look only to their left."""

import ast
import sys
from pathlib import Path

import pytest
from conftest import ROOT

SRC = ROOT / "src" / "mcptest_action"
STAGES = """
    text errors suggestion timestamp duration seconds document exchange surface transcript target
    mock samples safety request checks probes suite run conformance security coverage facts policy render
    pipeline scaffold propose publish
""".split()
# What the core may import. Nothing here opens a file, reads a clock or rolls dice on import;
# the calls below are banned in addition, because `datetime` can.
ALLOWED = {
    "base64", "binascii", "collections", "shlex", "urllib", "dataclasses", "datetime", "dateutil", "decimal", "enum", "hashlib", "html", "ipaddress",
    "itertools", "json", "jsonschema", "junit_xml", "math", "mcp_types", "pydantic", "re", "referencing", "types", "typing", "unicodedata", "yaml",
}  # fmt: skip
BANNED_CALLS = {
    "open", "print", "input", "eval", "exec", "__import__", "now", "utcnow", "today",
    "fromtimestamp", "getenv", "urandom", "id", "hash",
}  # fmt: skip


def stage_problems(path: Path, source: str, parts: tuple[str, ...]) -> list[str]:
    """Everything in one core module that purity or direction forbids."""
    problems = []
    stage = parts[0].removesuffix(".py")
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module)):
                modules = [module]
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in BANNED_CALLS:
                    problems.append(f"{path.name}:{node.lineno}: core calls {name}()")
                continue
            case _:
                continue
        problems += [
            f"{path.name}:{node.lineno}: {stage} imports {module}"
            for module in modules
            if not _may_import(stage, module)
        ]
    return problems


def _may_import(stage: str, module: str) -> bool:
    head, _, rest = module.partition(".")
    if head != "mcptest_action":
        return head in ALLOWED
    if not rest.startswith("core."):
        return False
    return STAGES.index(rest.split(".")[1]) <= STAGES.index(stage)


CORE = sorted(path for path in (SRC / "core").rglob("*.py") if path.parent.name != "core"
              or path.name != "__init__.py")  # fmt: skip


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(SRC)))
def test_core_module_is_pure_and_looks_left(path):
    parts = path.relative_to(SRC / "core").parts
    assert stage_problems(path, path.read_text(), parts) == []


@pytest.mark.parametrize(
    ("stage", "line", "problem"),
    [
        ("facts", "import os", "imports os"),
        ("facts", "from time import time", "imports time"),
        ("facts", "from mcptest_action.core.policy import load", "imports mcptest_action.core"),
        ("render", "from mcptest_action.shell import files", "imports mcptest_action.shell"),
        ("policy", "x = datetime.now()", "calls now()"),
        ("policy", "open('x')", "calls open()"),
        ("policy", "import random", "imports random"),
    ],
)
def test_the_check_itself_can_fail(stage, line, problem):
    found = stage_problems(Path("x.py"), line, (stage, "x.py"))
    assert len(found) == 1
    assert problem in found[0]


def test_the_reading_order_is_written_down():
    doc = (SRC / "core" / "__init__.py").read_text()
    assert " → ".join(STAGES) in " ".join(doc.split())


def test_shell_knows_nothing_of_policies():
    for path in (SRC / "shell").glob("*.py"):
        for name in ("core.policy", "core.facts", "core.render", "commands"):
            assert f"mcptest_action.{name}" not in path.read_text(), path


def test_files_stay_short():
    long = {p.name: n for p in SRC.rglob("*.py") if (n := len(p.read_text().splitlines())) > 250}
    assert long == {}


def test_standard_library_names_are_real():
    """A typo in the list of allowed modules would allow nothing, or everything."""
    third_party = {
        "dateutil",
        "jsonschema",
        "junit_xml",
        "mcp_types",
        "pydantic",
        "referencing",
        "yaml",
    }
    assert ALLOWED - third_party <= sys.stdlib_module_names
