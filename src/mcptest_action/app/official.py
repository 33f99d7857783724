"""`conformance import`: what the official suite found, into `conformance.json`."""

from pathlib import Path
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.checks.official import (
    Ours,
    Scenario,
    is_of_scenario,
    official_report,
    our_report,
    read_scenario,
    settled_run,
)
from mcptest_action.core.document import read_json
from mcptest_action.core.facts import Document, conformance
from mcptest_action.core.render.official_formats import OFFICIAL_FORMATS
from mcptest_action.core.text import flag, unusable
from mcptest_action.shell.files import (
    ARTIFACT_LIMIT,
    cited,
    files_below,
    folders_below,
    is_folder,
    read_text,
    real_path,
    same_file,
)

RESULT = "checks.json"
MOST_FILES = 500


class ImportRequest(NamedTuple):
    results: tuple[str, ...]
    """Files of the suite, or folders of them."""
    ours: str | None
    """Our own report on the same server."""
    suite_version: str
    revision: str
    """In which the suite was run, where its files don't say; empty if nobody does."""
    form: str
    output: str | None


def run(request: ImportRequest, context: Context) -> ExitCode:
    files, unfinished = _found(request.results)
    _refuse_overwriting(request.output, files)
    scenarios = _read(files)
    imported = settled_run(scenarios, unfinished, request.suite_version, request.revision)
    report = official_report(imported, _ours(request.ours, context))
    context.deliver(OFFICIAL_FORMATS[request.form](report), request.output)
    if imported.incomplete:
        lost = "there will be no facts about the official suite"
        context.warn(f"the run is incomplete: {imported.incomplete}; {lost}")
    return ExitCode.OK


def _found(results: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The files, and the folders of scenarios that left none; each once, in a fixed order."""
    files: dict[str, str] = {}
    unfinished: list[str] = []
    for path in results:
        below = [path]
        if is_folder(path):
            below = [each for each in files_below(path) if Path(each).name == RESULT]
            if not below:
                raise unusable(path, f"holds no {RESULT}", "run the official suite with -o FOLDER")
            full = {Path(each).parent for each in below}
            begun = (each for each in map(Path, folders_below(path)) if is_of_scenario(each.name))
            unfinished += [each.name for each in begun if each not in full]
        files |= {real_path(each): each for each in below}
    if len(files) > MOST_FILES:
        raise unusable(results[0], f"there are {len(files)} files", f"at most {MOST_FILES}")
    return sorted(files.values()), sorted(set(unfinished))


def _refuse_overwriting(output: str | None, files: list[str]) -> None:
    for path in files:
        if output is not None and same_file(output, path):
            raise unusable(flag("output"), f"would overwrite the input {path}", "choose another")


def _read(files: list[str]) -> list[Scenario]:
    room, scenarios = ARTIFACT_LIMIT, []
    for path in files:
        content = read_text(path, ARTIFACT_LIMIT)
        room -= len(content)
        if room < 0:
            raise unusable(path, "the files together are larger than 32 MiB", "import fewer")
        folder = Path(real_path(path)).parent
        run = str(folder.parent)
        scenarios.append(read_scenario(content, cited(path), folder.name, run))
    return scenarios


def _ours(path: str | None, context: Context) -> Ours | None:
    """Our report, which is refused if it contradicts itself, or is somebody else's."""
    if path is None:
        return None
    document = Document(cited(path), read_json(read_text(path, ARTIFACT_LIMIT), cited(path)))
    conformance.ARTIFACT.read(document, context.now)
    if document.data.get("schema_version") != conformance.SCHEMA:
        what = f"schema_version is not {conformance.SCHEMA}"
        raise unusable(document.file, what, "make it with mcptest conformance run --format json")
    return our_report(document.data)
