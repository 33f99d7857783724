"""What would make a repository gate its server: new files, and the lines that .gitignore lacks."""

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from mcptest_action.core.policy.starter import policy_file
from mcptest_action.core.protocol.target import is_loopback
from . import github, gitlab, ignored, jenkins
from .choose import Wanted, choose
from .config_file import PATH as CONFIG
from .config_file import POLICY, config_text, refuse_secrets
from .find import find
from .manifests import WORKFLOWS
from .model import Chosen, Found, Http, NewFile, Proposal, Repository

SYSTEMS = ("github", "gitlab", "jenkins")
_OURS = ("mcptest-action", "mcptest gate")


class InitRequest(NamedTuple):
    wanted: Wanted = Wanted()
    ci: str | None = None
    """One of `SYSTEMS`; else what the repository has."""


class Pipeline(NamedTuple):
    path: str
    """Where the pipeline goes; empty if there is one that gates already."""
    text: Callable[[Chosen], str]
    remark: str = ""


def propose(repository: Repository, request: InitRequest) -> Proposal:
    """The files to write. Whatever is there stays as it is."""
    remarks: list[str] = []
    if request.ci is None and _gates_somewhere(repository):
        pipeline = Pipeline("", github.workflow_text)
    else:
        pipeline = _pipeline(repository, request.ci or _system(repository, remarks))
    kept = [path for path in (POLICY, CONFIG) if path in repository.names]
    if len(kept) == 2 and not pipeline.path:  # noqa: PLR2004 - both
        files, more = _with_ignored(repository, None, [])
        return Proposal(None, (), tuple(files), tuple(remarks + more))
    found = find(repository)
    chosen = choose(found, request.wanted)
    refuse_secrets(chosen.target)
    remarks += [*found.remarks, *_about(found, chosen, request.wanted)]
    remarks += [f"{path} is there, and stays as it is" for path in kept]
    files = []
    if POLICY not in kept:
        files.append(NewFile(POLICY, policy_file()))
    if CONFIG not in kept:
        files.append(NewFile(CONFIG, config_text(chosen)))
    if pipeline.path:
        files.append(NewFile(pipeline.path, pipeline.text(chosen)))
        remarks += [pipeline.remark] if pipeline.remark else []
    files, more = _with_ignored(repository, chosen, files)
    others = tuple(one.name for one in found.candidates if one.name != chosen.name)
    return Proposal(chosen, others, tuple(files), tuple(remarks + more))


def _system(repository: Repository, remarks: list[str]) -> str:
    """The CI system that the repository has; GitHub if it has none."""
    here = {
        "github": any(name.startswith(".github/") for name in repository.names),
        "gitlab": gitlab.PATH in repository.names,
        "jenkins": jenkins.PATH in repository.names,
    }
    used = [name for name in SYSTEMS if here[name]]
    if len(used) > 1:
        remarks.append(f"this repository has {' and '.join(used)}; --ci says which one is meant")
    return used[0] if used else SYSTEMS[0]


def _pipeline(repository: Repository, system: str) -> Pipeline:
    match system:
        case "gitlab":
            how = f"add it to {gitlab.PATH}: include: [{{local: {gitlab.BESIDE}}}]"
            return _or_beside(repository, gitlab.PATH, gitlab.BESIDE, gitlab.pipeline_text, how)
        case "jenkins":
            how = "make a job of it, or take over its stage"
            return _or_beside(repository, jenkins.PATH, jenkins.BESIDE, jenkins.pipeline_text, how)
        case _:
            there = github.PATH in repository.names or _gates(repository, f"{WORKFLOWS}/")
            return Pipeline("" if there else github.PATH, github.workflow_text)


def _or_beside(
    repository: Repository, path: str, beside: str, text: Callable[[Chosen], str], how: str
) -> Pipeline:
    """The usual file; where that is somebody's already, one beside it."""
    if path not in repository.names:
        return Pipeline(path, text)
    if beside in repository.names or _gates(repository, path):
        return Pipeline("", text)
    return Pipeline(beside, text, f"{path} is there, so {beside} is written beside it: {how}")


def _gates(repository: Repository, start: str) -> bool:
    texts = (text for path, text in repository.texts.items() if path.startswith(start))
    return any(word in text for text in texts for word in _OURS)


def _gates_somewhere(repository: Repository) -> bool:
    """Whether some system gates already; who names another with `--ci` may have both."""
    files = (github.PATH, gitlab.BESIDE, jenkins.BESIDE)
    starts = (f"{WORKFLOWS}/", gitlab.PATH, jenkins.PATH)
    there = any(path in repository.names for path in files)
    return there or any(_gates(repository, start) for start in starts)


def _about(found: Found, chosen: Chosen, wanted: Wanted) -> list[str]:
    """What should be known of the choice."""
    if wanted.target is not None:
        return _about_address(chosen.target) if isinstance(chosen.target, Http) else []
    taken = next(one for one in found.candidates if one.name == chosen.name)
    remarks = list(chosen.remarks)
    others = [one.name for one in found.candidates if one.name != chosen.name]
    if others and wanted.server is None:
        named = ", ".join(others)
        remarks.append(
            f"{chosen.name} was taken; there are also {named}: choose with --server NAME"
        )
    if not taken.certain:
        what = "no SDK among its dependencies, and no name in the registry"
        remarks.append(f"nothing says that {chosen.name} speaks MCP: {what}")
    return remarks


def _about_address(target: Http) -> list[str]:
    """A server that runs elsewhere is started by nobody here."""
    here = is_loopback(urlsplit(target.url).hostname or "")
    if not here or target.start or target.image is not None:
        return []
    return [f"nothing in the job starts {target.url}: add a step that does, or a service"]


def _with_ignored(
    repository: Repository, chosen: Chosen | None, files: list[NewFile]
) -> tuple[list[NewFile], list[str]]:
    wanted = (ignored.OUT, *(chosen.setup.ignored if chosen else ()))
    before = repository.texts.get(ignored.PATH)
    if before is None and ignored.PATH in repository.names:
        return files, [f"{ignored.PATH} is left alone; it should have {', '.join(wanted)}"]
    added = ignored.with_ignored(before, wanted)
    if added is not None and before is not None and not ignored.is_readable(before):
        what = "holds characters that cannot be seen, so it is left alone"
        return files, [f"{ignored.PATH} {what}; it should have {', '.join(wanted)}"]
    return ([*files, added] if added else files), []
