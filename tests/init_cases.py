"""The cases below `fixtures/init`: a repository each, and the words of the command line."""

import shlex
from pathlib import Path

from conftest import FIXTURES

from mcptest_action.commands import init as command
from mcptest_action.core.authoring.init import is_entered, is_read
from mcptest_action.core.authoring.init.choose import Wanted
from mcptest_action.core.authoring.init.model import Http, Repository, Stdio
from mcptest_action.core.authoring.init.propose import InitRequest
from mcptest_action.parsing.parser import Parser

CASES = sorted((FIXTURES / "init").iterdir())


def words_of(case: Path) -> list[str]:
    file = case / "words.txt"
    return shlex.split(file.read_text()) if file.exists() else []


def request_of(case: Path) -> InitRequest:
    parser = Parser("mcptest init", "", ())
    command.add_arguments(parser)
    options = parser.options(words_of(case))
    said, url = options.text("server-command"), options.text("server-url")
    argv = tuple(shlex.split(said or ""))
    target = Http(url, start=argv) if url else Stdio(argv) if argv else None
    return InitRequest(
        Wanted(options.text("server"), options.text("transport"), target), options.text("ci")
    )


def repository_of(case: Path) -> Repository:
    """As the command sees it."""
    top = case / "repository"
    paths = [path for path in sorted(top.rglob("*")) if path.is_file()]
    names = {path.relative_to(top).as_posix(): path for path in paths}
    seen = {name: path for name, path in names.items() if _is_seen(name)}
    texts = {name: path.read_text() for name, path in seen.items() if is_read(name)}
    return Repository(texts, frozenset(seen))


def _is_seen(name: str) -> bool:
    parts = name.split("/")[:-1]
    return all(is_entered("/".join(parts[: number + 1])) for number in range(len(parts)))
