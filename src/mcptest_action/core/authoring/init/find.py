"""Every server that a repository holds, the likeliest first."""

from collections import Counter

from .container import containers_of
from .golang import go_candidates
from .manifests import unusable_paths
from .model import Candidate, Container, Found, Published, Repository, Setup, Tool, folder_of
from .npm import npm_candidates
from .published import published_in
from .python import python_candidates
from .readme import told_by_readme
from .words import UNNAMED, key_for

LOOKED_FOR = (
    "bin, scripts.start and main in package.json; scripts and __main__.py beside pyproject.toml; "
    "server.py beside requirements.txt; main.go and cmd/*/main.go beside go.mod; Dockerfile"
)


def find(repository: Repository) -> Found:
    what = "its path holds characters that mean something to a shell; it is passed over"
    remarks = [f"{path}: {what}" for path in unusable_paths(repository)]
    containers = containers_of(repository)
    published = published_in(repository, remarks)
    unstartable: list[str] = []
    candidates = [
        *npm_candidates(repository, remarks, unstartable),
        *python_candidates(repository, remarks, unstartable),
        *go_candidates(repository, unstartable),
    ]
    if not candidates:
        candidates = [_only_a_container(one, published) for one in containers]
    likely = [one for one in candidates if one.certain] or candidates
    likely.sort(key=lambda one: _rank(one, published))
    named = tuple(_with_readme(repository, one) for one in _named_apart(likely))
    return Found(named, tuple(containers), tuple(published), tuple(remarks), tuple(unstartable))


def _with_readme(repository: Repository, candidate: Candidate) -> Candidate:
    if not candidate.argv:
        return candidate
    told, told_by = told_by_readme(repository, candidate)
    return candidate._replace(told=told, told_by=told_by)


def _rank(candidate: Candidate, published: list[Published]) -> tuple[bool, int, str, str]:
    folder = candidate.folder
    named = any(is_package(one, candidate) for one in published)
    return (not named, folder.count("/") + 1 if folder else 0, folder, candidate.name)


def is_package(published: Published, candidate: Candidate) -> bool:
    """Whether the registry means this candidate."""
    same = bool(candidate.package) and _plain(published.identifier) == _plain(candidate.package)
    boxed = candidate.setup.tool in (Tool.GO, Tool.DOCKER)
    return same or (boxed and published.registry in ("oci", "docker"))


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _only_a_container(container: Container, published: list[Published]) -> Candidate:
    boxes = [one for one in published if one.registry in ("oci", "docker")]
    image = boxes[0].identifier.partition("@")[0] if boxes else ""
    folder = folder_of(container.file)
    name = key_for(image.rpartition("/")[2].partition(":")[0] or folder)
    because = [f"{container.file} is there"]
    because += [f"{one.file}: its package is {one.identifier}" for one in boxes[:1]]
    return Candidate(name, folder, "", (), Setup(Tool.DOCKER), tuple(because), bool(boxes))


def _named_apart(candidates: list[Candidate]) -> list[Candidate]:
    """Each can be asked for by its name."""
    often = Counter(one.name for one in candidates)
    taken: set[str] = set()
    apart = []
    for number, one in enumerate(candidates, 1):
        name = one.name if often[one.name] == 1 else key_for(one.folder.replace("/", "-"))
        if name in taken or (name == UNNAMED and len(candidates) > 1):
            name = f"{name[:30]}-{number}"
        taken.add(name)
        apart.append(one._replace(name=name))
    return apart
