"""`server.json`, and the files of its packages that lie beside it."""

import os
from collections.abc import Mapping

from mcptest_action.core.checks.readiness import (
    ABOUT_SERVER_JSON,
    ReadyConfig,
    RegistryFiles,
    TextFile,
    asked_by,
    check_server_json,
    files_beside,
    needed_of,
    release_tag,
)
from mcptest_action.core.policy import Policy
from mcptest_action.core.text import unusable
from mcptest_action.shell.files import MIB, cited, exists, is_inside, read_text

LIMIT = 1 * MIB


def registry_files(
    path: str, environment: Mapping[str, str], home: str = os.curdir
) -> RegistryFiles:
    """What is read before a server is started: mistakes in it are told first."""
    text = read_text(path, LIMIT)
    server_json = TextFile(cited(path, home), text)
    check_server_json(text, path)
    read: list[TextFile] = []
    folder, looked = os.path.dirname(path) or os.curdir, set[str]()
    while missing := [name for name in files_beside(server_json, read) if name not in looked]:
        looked.update(missing)
        for name in missing:
            place = os.path.join(folder, name)
            if exists(place):
                if not is_inside(os.path.realpath(place), os.path.realpath(folder)):
                    what = "is a symbolic link that leads elsewhere"
                    raise unusable(place, what, "put the file itself there")
                read.append(needed_of(TextFile(name, read_text(place, LIMIT))))
    return RegistryFiles(server_json, tuple(read), release_tag(environment))


def paths_of(path: str, read: RegistryFiles) -> tuple[str, ...]:
    """Where the files lie that were read for the `server.json` at this path, itself among them."""
    folder = os.path.dirname(path) or os.curdir
    return (path, *(os.path.join(folder, each.file) for each in read.beside))


def ready_config(policy: Policy, server_json: str | None, home: str) -> ReadyConfig | None:
    """What a gate asks on behalf of directories: as much as the rules of its policy are about."""
    directories = asked_by(tuple(rule.fact for rule in policy.rules))
    if not directories:
        return None
    if server_json is None or ABOUT_SERVER_JSON not in directories:
        return ReadyConfig(directories)
    return ReadyConfig(directories, registry_files(server_json, os.environ, home))
