"""Suites from the files and folders that the user names, and `validate`."""

import os
from collections.abc import Iterable, Sequence

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.target import TargetRequest, server_of
from mcptest_action.core.checks.suite import Allotted, Environment, Suite, SuiteFile, allot
from mcptest_action.core.document import decode
from mcptest_action.core.request.config import Config
from mcptest_action.core.text import InputError, Problem, flag, for_terminal, unusable
from mcptest_action.shell.files import (
    POLICY_LIMIT,
    cited,
    exists,
    files_below,
    is_folder,
    read_bytes,
    real_path,
)

ENDINGS = (".yml", ".yaml")
# In a folder, files of these names are something else.
OTHERS = ("mcptest.yml", "policy.yml")
USUAL = ("mcptest-suite.yml", "suites/")


def suites_here(config: Config) -> tuple[str, ...]:
    """What to run if nobody names a suite: what the configuration says, else the usual names."""
    if config.suites is not None and config.suites.value:
        return config.suites.value
    if found := tuple(path for path in USUAL if exists(path)):
        return found
    looked = f"suites: in {config.file}, {' and '.join(USUAL)}"
    hint = f"name a suite, or write one: mcptest scaffold --output {USUAL[0]}"
    raise unusable("mcptest run", f"there is no suite here; looked for {looked}", hint)


def read_suites(
    paths: Sequence[str], environment: Environment | None, home: str = os.curdir
) -> tuple[SuiteFile, ...]:
    """Every suite, or all that is wrong with any of them. Each is read once."""
    # Imported late: it reads JSON Schemas, and most gates have no suite.
    from mcptest_action.core.checks.suite.load import load_suite  # noqa: PLC0415

    problems: list[Problem] = []
    found: dict[str, SuiteFile] = {}
    for path in paths:
        for file in _files(path):
            try:
                text = decode(read_bytes(file, POLICY_LIMIT), file)
                suite = load_suite(text, file, environment)._replace(file=cited(file, home))
                found.setdefault(real_path(file), SuiteFile(suite, text))
            except InputError as error:
                problems += error.problems
    if problems:
        raise InputError(problems)
    return _distinct(tuple(found.values()))


def _files(path: str) -> list[str]:
    files = suites_at(path)
    if not files:
        raise unusable(path, "there is no suite in this folder", "a suite is a .yml or .yaml file")
    return files


def suites_at(path: str) -> list[str]:
    """The file, or the suites in the folder, of which there may be none."""
    return suites_among(path, files_below(path)) if is_folder(path) else [path]


def suites_among(path: str, files: Iterable[str]) -> list[str]:
    """Which of the files that are at or below the path are suites."""
    return [file for file in files if _is_suite(os.path.relpath(file, path))]


def _is_suite(inside: str) -> bool:
    """Whether a file is a suite, by its path from the folder that was named; or is that itself."""
    names = inside.replace(os.sep, "/").split("/")
    hidden = any(name.startswith(".") for name in names)
    is_one = not hidden and names[-1].endswith(ENDINGS) and names[-1] not in OTHERS
    return is_one or inside == os.curdir


def _distinct(files: tuple[SuiteFile, ...]) -> tuple[SuiteFile, ...]:
    """ServerTests are told apart by their file name: two with the same name would be one."""
    seen: set[str] = set()
    for suite, *_ in files:
        if suite.file in seen:
            raise unusable(suite.file, "two suites have this name", "rename one of them")
        seen.add(suite.file)
    return files


def validate(paths: tuple[str, ...], context: Context) -> ExitCode:
    """Every suite, or all that is wrong with any of them."""
    context.console.report("".join(_counted(file) for file in read_suites(paths, None)))
    return ExitCode.OK


def _counted(file: SuiteFile) -> str:
    count = len(file.suite.cases)
    return f"{for_terminal(file.suite.file)}: ok, {count} test{'' if count == 1 else 's'}\n"


def allotted_to(
    request: TargetRequest, suites: Sequence[Suite], transcript: str | None, way_out: str
) -> tuple[Allotted, ...]:
    """The suites by their servers. A server named when we were started wins over the files."""
    override = server_of(request) if request.is_named else None
    config = request.config
    allotted = allot(tuple(suites), config.servers, config.file, override)
    if request.server is not None:
        known = ", ".join(one.server.name for one in allotted)
        allotted = tuple(one for one in allotted if one.server.name == request.server)
        if not allotted:
            what = f"no test is for '{request.server}'"
            raise unusable(flag("server"), what, f"known: {known}")
    if transcript and len(allotted) > 1:
        what = f"there are {len(allotted)} servers, and a transcript holds one"
        raise unusable(flag("transcript"), what, way_out)
    return allotted
