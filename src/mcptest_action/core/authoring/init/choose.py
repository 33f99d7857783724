"""Which of the servers found is gated, over which transport, and how it is started."""

import re
from typing import NamedTuple

from mcptest_action.core.text import InputError, Problem, did_you_mean, flag, unusable
from .find import LOOKED_FOR, is_package
from .manifests import above
from .model import (
    Candidate,
    Chosen,
    Container,
    Found,
    Http,
    Image,
    Published,
    Setup,
    Stdio,
    Tool,
    folder_of,
)  # fmt: skip
from .reserved import open_runtime
from .words import UNNAMED

_OVER_HTTP = ("http", "sse")
_MCP, _SSE = "/mcp", "/sse"
_SAYS_SSE = re.compile(r"(?:^|[^a-z])sse(?:$|[^a-z])")
_NOT_OURS = "because the name belongs to the CI system, to the gate or to what runs them"
_USUAL = f"nothing names the path, and {_MCP} is the usual one"


class Wanted(NamedTuple):
    """What the user has said."""

    server: str | None = None
    transport: str | None = None
    """`stdio` or `http`."""
    target: Stdio | Http | None = None
    """The server itself: nothing is proposed then, but how the repository is built."""


def choose(found: Found, wanted: Wanted) -> Chosen:
    """The server to gate. An error says what was looked for, and which flag helps."""
    if wanted.target is not None:
        return _told(found, wanted.target)
    candidate = _named(found, wanted.server)
    container = _container(found, candidate)
    published = [one for one in found.published if is_package(one, candidate)]
    stdio = _stdio(candidate, container, published)
    http = _http(candidate, container, published)
    over_http = wanted.transport == "http"
    if wanted.transport is None:
        over_http = http is not None and _prefers_http(candidate, container, published)
    chosen = http if over_http else stdio
    if chosen is None:
        raise _unknown_transport(candidate, "http" if over_http else "stdio")
    return chosen


def _container(found: Found, candidate: Candidate) -> Container | None:
    """The nearest: beside the server, or in a folder above."""
    by_folder = {folder_of(one.file): one for one in found.containers}
    return next((by_folder[top] for top in above(candidate.folder) if top in by_folder), None)


def _told(found: Found, target: Stdio | Http) -> Chosen:
    first = found.candidates[0] if found.candidates else None
    elsewhere = isinstance(target, Http) and not target.start
    setup = Setup(Tool.NOTHING) if first is None or elsewhere else first.setup
    name = UNNAMED if first is None else first.name
    return Chosen(name, target, setup, ("the command line says so",))


def _named(found: Found, name: str | None) -> Candidate:
    known = [one.name for one in found.candidates]
    if not known:
        what = f"no server was found here; looked for {LOOKED_FOR}"
        hint = f"say how it is started: {flag('server-command')} or {flag('server-url')}"
        seen = (Problem("mcptest init", one) for one in (*found.unstartable, *found.remarks))
        raise InputError([Problem("mcptest init", what, hint), *seen])
    if name is not None and name not in known:
        hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
        raise unusable(flag("server"), f"there is no server '{name}'", hint)
    return found.candidates[known.index(name) if name else 0]


def _unknown_transport(candidate: Candidate, transport: str) -> Exception:
    how = "say so yourself: --server-command"
    what = f"nothing says how {candidate.name} is started over {transport}"
    looked = "looked for a Dockerfile with EXPOSE and for a transport with a url in server.json"
    said = f"{what}; {looked}" if transport == "http" else what
    how += " and --server-url" if transport == "http" else ""
    return unusable(flag("transport", transport), said, how)


def _prefers_http(
    candidate: Candidate, container: Container | None, published: list[Published]
) -> bool:
    """Only where nothing speaks for stdio, which needs neither port nor container."""
    if published:
        return all(one.transport != "stdio" for one in published)
    return not candidate.argv and container is not None and "stdio" not in container.words


def _stdio(
    candidate: Candidate, container: Container | None, published: list[Published]
) -> Chosen | None:
    meant = next((one for one in published if one.transport == "stdio"), None)
    because = (f"{meant.file}: its transport is stdio",) if meant else ()
    if meant is None and published:
        meant = _as_if_over_stdio(published[0])
    variables = meant.variables if meant else ()
    if candidate.argv:
        rest, why = _arguments(candidate, container, meant)
        target = Stdio((*candidate.argv, *rest), variables)
        return _chosen(candidate, target, candidate.setup, because + why, meant)
    if container is None or _speaks_http(container.words):
        return None
    image = _image(candidate, container)
    if meant:
        meant = _passed_on(meant)
        variables = meant.variables
    named = [word for one in variables for word in ("--env", one.name)]
    runtime, left_out = open_runtime(meant.runtime if meant else ())
    rest = meant.arguments if meant else ()
    argv = ("docker", "run", "--rm", "--interactive", *named, *runtime, image.tag, *rest)
    setup = Setup(Tool.DOCKER, "", (_build(image),))
    if meant and left_out:
        what = f"its runtimeArguments pass on {', '.join(left_out)}: left out"
        meant = meant._replace(remarks=(*meant.remarks, f"{meant.label}: {what}, {_NOT_OURS}"))
    return _chosen(candidate, Stdio(argv, variables), setup, because, meant)


def _as_if_over_stdio(published: Published) -> Published:
    """It needs the same variables, and its arguments may well ask for HTTP."""
    what = f"its transport is {published.transport}, so stdio is no more than a guess"
    remarks = (*published.remarks, f"{published.file}: {what}")
    return published._replace(arguments=(), remarks=remarks)


def _passed_on(published: Published) -> Published:
    """Without what a job cannot pass on to a server that it starts beside the gate."""
    left_out = [one.name for one in published.variables if not one.is_safe]
    if not left_out:
        return published
    what = f"{published.label} needs {', '.join(left_out)}: left out, {_NOT_OURS}"
    variables = tuple(one for one in published.variables if one.is_safe)
    return published._replace(variables=variables, remarks=(*published.remarks, what))


def _arguments(
    candidate: Candidate, container: Container | None, meant: Published | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands behind the program, and who says so."""
    if meant and meant.arguments:
        return meant.arguments, (f"{meant.file}: its arguments are {' '.join(meant.arguments)}",)
    program = candidate.argv[-1].rpartition("/")[2]
    if container and container.words and container.words[0].rpartition("/")[2] == program:
        rest = container.command
        if rest and not _speaks_http(rest):
            return rest, (f"{container.file}: it is started with {' '.join(rest)}",)
    return candidate.told, candidate.told_by


def _http(
    candidate: Candidate, container: Container | None, published: list[Published]
) -> Chosen | None:
    published = [_passed_on(one) for one in published]
    meant = next((one for one in published if one.transport != "stdio"), None)
    if meant and meant.url and candidate.argv:
        start = (*candidate.argv, *meant.arguments)
        target = Http(meant.url, start=start, variables=meant.variables)
        over = f"{meant.file}: its transport is {meant.transport} at {meant.url}"
        return _chosen(candidate, target, candidate.setup, (over,), meant)
    if container is None or container.port is None or "stdio" in container.words:
        return None
    image = _image(candidate, container)
    path = _SSE if any(map(_SAYS_SSE.search, container.words)) else _MCP
    said = f"{container.file}: it is started with sse" if path == _SSE else _USUAL
    url = f"http://127.0.0.1:{container.port}{path}"
    setup = Setup(Tool.DOCKER, "", (_build(image),))
    meant = meant or (published[0] if published else None)
    why = (*container.because, said)
    target = Http(url, image, variables=meant.variables if meant else ())
    return _chosen(candidate, target, setup, why, meant)


def _chosen(
    candidate: Candidate,
    target: Stdio | Http,
    setup: Setup,
    because: tuple[str, ...],
    meant: Published | None,
) -> Chosen:
    clauses = (*candidate.because, *because, *setup.because)
    about = (one.remark for one in target.variables if one.remark)
    remarks = (*candidate.remarks, *(meant.remarks if meant else ()), *about)
    return Chosen(candidate.name, target, setup, clauses, remarks)


def _speaks_http(words: tuple[str, ...]) -> bool:
    return any(part in word.lower() for word in words for part in _OVER_HTTP)


def _image(candidate: Candidate, container: Container) -> Image:
    tag = f"mcptest-{candidate.name.lower().strip('_-')}"
    return Image(tag, container.file, container.context or ".", container.port or 0)


def _build(image: Image) -> str:
    plain = image.file == (f"{image.context}/Dockerfile" if image.context != "." else "Dockerfile")
    file = "" if plain else f" --file {image.file}"
    return f"docker build --tag {image.tag}{file} {image.context}"
