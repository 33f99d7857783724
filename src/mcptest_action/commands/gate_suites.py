"""The suites of a gate: read before anything is started, and written into the transcript."""

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.commands.suite_files import SuiteFile, read_suites
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import unusable
from mcptest_action.core.suite.allot import for_one, servers_in
from mcptest_action.core.suite.model import Suite

SUITES = "suites"


def suite_files(args: argparse.Namespace, home: str) -> tuple[SuiteFile, ...]:
    return read_suites(args.suite, os.environ, home) if args.suite else ()


def with_servers(args: argparse.Namespace, config: Config, files: Sequence[SuiteFile]) -> Config:
    """The configuration; where nothing else names a server, the suites do."""
    if args.server_command or args.server_url or config.servers:
        return config
    servers = tuple(servers_in([file.suite for file in files]).values())
    file = next((file.suite.file for file in files if file.suite.servers), config.file)
    return config._replace(servers=servers, file=file if servers else config.file)


def suites_document(files: Sequence[SuiteFile]) -> list[dict[str, Any]]:
    """What a replay needs to know: the files, and what they took from the environment."""
    return [
        {"file": suite.file, "text": text, "environment": dict(suite.environment)}
        for suite, text in files
    ]


def suites_of_header(header: Mapping[str, Any], file: str) -> tuple[Suite, ...]:
    """The suites that were run then, as far as they were for this server."""
    entries = header.get(SUITES, [])
    match header.get("server"), entries:
        case {"name": str(server)}, list():
            return tuple(for_one(_suite(entry, file), server) for entry in entries)
        case _, []:
            return ()
        case _:
            raise unusable(file, "the header holds no suites that can be read", "", 1, 1)


def _suite(entry: Any, file: str) -> Suite:
    from mcptest_action.core.suite.load import load_suite  # noqa: PLC0415 - as in `suite_files`

    match entry:
        case {"file": str(name), "text": str(text), "environment": dict(environment)}:
            return load_suite(text, name, {str(k): str(v) for k, v in environment.items()})
        case _:
            raise unusable(file, "the header holds a suite that cannot be read", "", 1, 1)
