"""What `mcptest security` looks at: a file of what a server lists, or a server itself."""

import argparse
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import Setup, Talk, setup_of, talk
from mcptest_action.commands.target_arguments import OF_A_URL, WHICH, config_of
from mcptest_action.core.config.load import Config
from mcptest_action.core.conformance.address import address_of
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.errors import unusable
from mcptest_action.core.security.catalogue import RULES
from mcptest_action.core.security.document import Scanned, scanned
from mcptest_action.core.security.evidence import sentence_of
from mcptest_action.core.security.ground import Ground, ground_of
from mcptest_action.core.security.lines import lines_of
from mcptest_action.core.security.load import Path, load_dump
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.model import Surface
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text


class Looked(NamedTuple):
    found: Scanned
    file: str
    """What findings are pointed at in: the dump, or the file that names the server."""
    text: str = ""
    """Of the dump."""
    places: Mapping[str, Path] = {}

    def lines(self) -> dict[str, int]:
        """Where in the file the findings are; nowhere in one that only names the server."""
        if not self.text:
            return {}
        pointers = {finding.hit.pointer for finding in self.found.findings}
        lines = lines_of(self.text, self.places, pointers)
        # By the pointers as they stand in the document, where all can be seen.
        return {sentence_of(pointer): line for pointer, line in lines.items()}


def look(args: argparse.Namespace, context: Context) -> Looked:
    if args.dump is None:
        config = config_of(args)
        if not (args.server_command or args.server_url or args.config or config.servers):
            hint = (
                "name a file with what tools/list returned, or add --server-command or --server-url"
            )
            raise unusable("mcptest security", "there is nothing to scan", hint)
        return Looked(_scanned(_of_server(args, config, context)), config.file)
    for name in (*WHICH, *OF_A_URL, "transcript"):
        if getattr(args, name):
            flag = f"--{name.replace('_', '-')}"
            raise unusable(flag, f"{args.dump} is scanned, and no server", "keep one of them")
    text = read_text(args.dump, ARTIFACT_LIMIT)
    dump = load_dump(read_json(text, args.dump), args.dump)
    config = config_of(args)
    ground = ground_of(dump.surface, config.execution, config.tools)
    return Looked(_scanned(ground), args.dump, text, dump.places)


def _scanned(ground: Ground) -> Scanned:
    return scanned(ground, RULES)


def _of_server(args: argparse.Namespace, config: Config, context: Context) -> Ground:
    """Lists, and calls nothing."""
    setup: Setup = setup_of(args, config, context)
    surface = talk(setup, context.console, _collect)
    ground = ground_of(surface, config.execution, config.tools)
    return ground._replace(url=address_of(setup.server.target).url)


async def _collect(talk: Talk) -> Surface:
    return await talk.line.run(collect(talk.hello), "surface")
