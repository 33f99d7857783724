"""What a Dockerfile says of the server in its image."""

import re

from .manifests import exec_form, paths_of
from .model import Container, Repository, folder_of
from .words import words_in

_LINE = re.compile(r"\s*([A-Za-z]+)\s+(\S.*)", re.DOTALL)
_CONTINUED = re.compile(r"\\[ \t]*\r?\n(?:[ \t]*#[^\n]*\n)*")
_PORT = re.compile(r"\d{1,5}")
_PORT_VARIABLE = re.compile(r"\b\w{0,40}PORT\w{0,40}[= ]\"?(\d{1,5})\b")
_PORT_FLAG = re.compile(r"--port[= ](\d{1,5})\b")
MOST_PORTS = 65535


def containers_of(repository: Repository) -> list[Container]:
    return [_container(path, repository.texts[path]) for path in paths_of(repository, "Dockerfile")]


def _container(path: str, text: str) -> Container:
    entry: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    ports: list[tuple[int, str]] = []
    for name, rest in _instructions(text):
        match name:
            case "FROM":
                entry, command, ports = (), (), []
            case "ENTRYPOINT":
                entry, command = _words(rest), ()
            case "CMD":
                command = _words(rest)
            case "EXPOSE":
                ports += _ports(_PORT.findall(rest), f"{path}: EXPOSE {rest.split()[0]}")
            case "ENV":
                ports += _ports(_PORT_VARIABLE.findall(rest), f"{path}: ENV names the port")
            case _:
                pass
    words = (*entry, *command)
    said = _ports(_PORT_FLAG.findall(" ".join(words)), f"{path}: its command names the port")
    port = (*said, *ports)[:1]
    return Container(
        path,
        _context(path, text),
        words,
        command if entry else words[1:],
        port[0][0] if port else None,
        tuple(clause for _, clause in port),
    )


def _instructions(text: str) -> list[tuple[str, str]]:
    lines = _CONTINUED.sub(" ", text).splitlines()
    matches = (_LINE.fullmatch(line) for line in lines if not line.lstrip().startswith("#"))
    return [(match[1].upper(), match[2].strip()) for match in matches if match]


def _words(rest: str) -> tuple[str, ...]:
    """The command; empty where a shell would have to say what it means."""
    listed = exec_form(rest) if rest.startswith("[") else rest.split()
    return words_in(listed) or ()


def _ports(found: list[str], clause: str) -> list[tuple[int, str]]:
    return [(int(port), clause) for port in found if 0 < int(port) <= MOST_PORTS]


def _context(path: str, text: str) -> str:
    """The top, if something is copied by its path from there; else the folder of the Dockerfile."""
    folder = folder_of(path)
    copied = (rest for name, rest in _instructions(text) if name in ("COPY", "ADD"))
    from_top = any(f"{folder}/" in f"{word}/" for rest in copied for word in rest.split())
    return "" if from_top and folder else folder
