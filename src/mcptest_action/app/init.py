"""`init`: look at a checkout, and propose what makes it gate its server. Only `--write` writes."""

import difflib
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.authoring.init import (
    Http,
    InitRequest,
    NewFile,
    Proposal,
    Repository,
    Stdio,
    Wanted,
    is_entered,
    is_read,
    proposal_document,
    propose,
)
from mcptest_action.core.document import decode
from mcptest_action.core.protocol.target import Command, command_server, url_server
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text import InputError, for_terminal, unusable
from mcptest_action.shell.files import (
    MIB,
    create_text,
    is_link,
    leads_out,
    read_bytes,
    real_path,
    write_text,
)

_MOST_ENTRIES = 20_000
_MOST_READ = 400
_NO_NEWLINE = "\n\\ No newline at end of file\n"


class Request(NamedTuple):
    folder: str
    ci: str | None
    server: str | None
    transport: str | None
    command: str | None
    url: str | None
    write: bool
    form: str


class _Seen(NamedTuple):
    repository: Repository
    remarks: list[str]


def run(request: Request, context: Context) -> ExitCode:
    if not Path(request.folder).is_dir():
        raise unusable(request.folder, "is no folder", "name the top of a repository")
    wanted = Wanted(request.server, request.transport, _target(request))
    seen = _look(request.folder)
    for sentence in seen.remarks:
        context.remark(sentence)
    proposal = propose(seen.repository, InitRequest(wanted, request.ci))
    for file in proposal.files:
        _check_place(request.folder, file)
    _explain(proposal, context)
    if request.form == "json":
        context.console.report(dump(proposal_document(proposal)))
    else:
        context.console.report("".join(map(_diff, proposal.files)))
    if not proposal.files:
        context.console.note("there is nothing to propose: everything is there")
    elif request.write:
        _write(request.folder, proposal, context)
    else:
        context.console.note("nothing was written; --write does it")
    return ExitCode.OK


def _target(request: Request) -> Stdio | Http | None:
    """The server as the user says: a command, an address, or a command that leads to one."""
    argv: tuple[str, ...] = ()
    if request.command is not None:
        target = command_server(request.command).target
        argv = target.argv if isinstance(target, Command) else ()
    if request.url is not None:
        return Http(url_server(request.url, {}, None, None).name, start=argv)
    return Stdio(argv) if argv else None


def _look(folder: str) -> _Seen:
    """The manifests of the checkout. What cannot be read is a remark, and no reason to stop."""
    names: set[str] = set()
    texts: dict[str, str] = {}
    remarks: list[str] = []
    for number, (path, mode) in enumerate(_entries(folder)):
        if number >= _MOST_ENTRIES:
            remarks.append(f"only the first {_MOST_ENTRIES:,} files and folders were seen")
            break
        if stat.S_ISDIR(mode):
            continue
        names.add(path)
        if not is_read(path):
            continue
        if not stat.S_ISREG(mode):
            remarks.append(f"{path} is no regular file; it is not read")
        elif len(texts) >= _MOST_READ:
            remarks.append(f"{path}: more than {_MOST_READ} manifests; it is not read")
        else:
            _read(folder, path, texts, remarks)
    return _Seen(Repository(texts, frozenset(names)), remarks)


def _read(folder: str, path: str, texts: dict[str, str], remarks: list[str]) -> None:
    try:
        texts[path] = decode(read_bytes(str(Path(folder, path)), MIB), path)
    except InputError as error:
        remarks.append(f"{path}: {error.problems[0].what}; it is passed over")


def _entries(folder: str) -> Iterator[tuple[str, int]]:
    """Every file and folder that is looked at, those at the top first; no link is followed."""
    waiting = [""]
    while waiting:
        here = waiting.pop(0)
        try:
            entries = sorted(Path(folder, here).iterdir(), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            path = f"{here}/{entry.name}" if here else entry.name
            try:
                mode = entry.lstat().st_mode
            except OSError:
                continue
            yield path, mode
            if stat.S_ISDIR(mode) and is_entered(path):
                waiting.append(path)


def _check_place(folder: str, file: NewFile) -> None:
    """Refuse a place that cannot be written to, before anything is written anywhere."""
    home, path = real_path(folder), Path(folder, file.path)
    if is_link(str(path)):
        raise unusable(file.path, "is a symbolic link", "nothing is written through one")
    if leads_out(file.path, home, home):
        raise unusable(file.path, "leads out of the repository by a symbolic link", "remove it")
    if file.before is None and path.exists():
        raise unusable(file.path, "is there, and is no file", "move it away")
    parents = [parent for parent in path.parents if parent.exists()]
    if not parents[0].is_dir():
        what = f"cannot be written: {parents[0].name} is no folder"
        raise unusable(file.path, what, "move it away")


def _explain(proposal: Proposal, context: Context) -> None:
    if proposal.chosen is not None:
        target = proposal.chosen.target
        how = " ".join(target.argv) if isinstance(target, Stdio) else target.url
        context.console.note(for_terminal(f"{proposal.chosen.name}: {how}"))
        for clause in proposal.chosen.because:
            context.console.note(f"  because {for_terminal(clause)}")
    for sentence in proposal.remarks:
        context.remark(sentence)


def _diff(file: NewFile) -> str:
    """In the form that `git apply` and `patch -p1` take."""
    before = (file.before or "").splitlines(keepends=True)
    name = f"a/{file.path}" if file.before is not None else "/dev/null"
    lines = difflib.unified_diff(
        before, file.text.splitlines(keepends=True), name, f"b/{file.path}"
    )
    return "".join(line if line.endswith("\n") else f"{line}{_NO_NEWLINE}" for line in lines)


def _write(folder: str, proposal: Proposal, context: Context) -> None:
    for file in proposal.files:
        path = str(Path(folder, file.path))
        if file.before is None:
            create_text(path, file.text)
        else:
            write_text(path, file.text, through_links=False)
        context.wrote(file.path)
    context.console.note("next:")
    for line in _next(proposal):
        context.console.note(f"  {for_terminal(line)}")


def _next(proposal: Proposal) -> tuple[str, str, str]:
    steps = list(proposal.chosen.setup.commands) if proposal.chosen else []
    here = " && ".join([*steps, "mcptest gate"])
    if proposal.chosen and isinstance(proposal.chosen.target, Http):
        here = "; ".join([*steps, "start it (see mcptest.yml)", "mcptest gate"])
    return (
        f"1. try it here: {here}",
        "2. read policy.yml: what it should not ask for yet, change to severity: warn",
        "3. commit the new files; the gate runs with the next pull request (until v1 is released, "
        "put a commit in its place)",
    )
