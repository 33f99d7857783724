"""The checkout's files that decide, as they are before anything of it is started.

A server that is started can write to them. So what a pull request changes is told from these bytes,
however the files look in the end.
"""

import hashlib
import os
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.policy_file import POLICY
from mcptest_action.app.publisher import Named
from mcptest_action.app.suite_files import suites_at
from mcptest_action.app.target import CONFIG
from mcptest_action.core.document import Node, decode
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.publish import baselines_named, policies_named, suites_named
from mcptest_action.core.text import InputError
from mcptest_action.shell.files import POLICY_LIMIT, exists, read_bytes

Held = bytes | InputError | None
"""The content, why it cannot be read, or that there is no such file."""


class HeadFile(NamedTuple):
    path: str
    held: Held

    @property
    def text(self) -> str | None:
        """None if there is no such file."""
        if isinstance(self.held, InputError):
            raise self.held
        return None if self.held is None else decode(self.held, self.path)


class HeadFiles(NamedTuple):
    config: HeadFile
    policy: HeadFile
    """The one that the user names, or else the configuration; so for the baseline."""
    baseline: HeadFile | None
    suites: Mapping[str, HeadFile]

    @property
    def mark(self) -> str:
        """Another one as soon as any of the files is another one."""
        hashed = hashlib.sha256()
        baseline = () if self.baseline is None else (self.baseline,)
        for path, held in (self.config, self.policy, *baseline, *self.suites.values()):
            content = held if isinstance(held, bytes) else b""
            hashed.update(f"{path!a} {len(content)}\n".encode() + content)
        return hashed.hexdigest()


def read_head(named: Named) -> HeadFiles:
    config = _read(named.config or CONFIG)
    tree = tree_of(config)
    policy = _read(named.policy or next(iter(policies_named(tree)), POLICY))
    known = named.baseline or next(iter(baselines_named(tree)), None)
    baseline = None if known is None else _read(known)
    paths = [path for path in named.suites or suites_named(tree) if exists(path)]
    suites = {os.path.normpath(file): _read(file) for path in paths for file in suites_at(path)}
    return HeadFiles(config, policy, baseline, suites)


def tree_of(config: HeadFile) -> Node | None:
    """None if there is none, or if nobody can read it."""
    try:
        return None if config.text is None else read_yaml(config.text, config.path)
    except InputError:
        return None


def _read(path: str) -> HeadFile:
    try:
        return HeadFile(path, read_bytes(path, POLICY_LIMIT) if exists(path) else None)
    except InputError as error:
        return HeadFile(path, error)
