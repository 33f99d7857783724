"""Flags that several commands share, and a parser that answers in one sentence."""

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from mcptest_action.core.errors import unusable
from mcptest_action.core.facts.catalogue import ARTIFACTS
from mcptest_action.core.suggestion import did_you_mean

OUT = "mcptest-out"  # where a gate leaves its artifacts


class Formatter(argparse.RawDescriptionHelpFormatter):
    """The same help in every terminal. Asking for its width would also load half of shutil."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100, max_help_position=32)


class Parser(argparse.ArgumentParser):
    """No abbreviations, no usage dump: what is wrong, and what was probably meant."""

    def __init__(self, prog: str, description: str, examples: Sequence[str]) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog="examples:\n" + "\n".join(f"  {line}" for line in examples),
            formatter_class=Formatter,
            allow_abbrev=False,
        )
        self.register("action", None, Once)

    def check_flags(self, words: Sequence[str]) -> None:
        """Name a misspelt flag first; argparse would complain about the right one missing."""
        for word in words:
            flag = word.partition("=")[0]
            if flag.startswith("--") and flag not in (*self._option_string_actions, "--"):
                hint = did_you_mean(flag, self._option_string_actions)
                raise unusable(self.prog, f"there is no flag {flag}", hint or self._see_help)

    def error(self, message: str) -> NoReturn:
        raise unusable(self.prog, message, self._see_help)

    @property
    def _see_help(self) -> str:
        return f"see {self.prog} --help"


class Once(argparse.Action):
    """Store a value; a flag given twice is an error, where argparse would keep the last."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if option_string is not None:
            if self.dest in given_by(namespace):
                parser.error(f"{option_string} is given twice")
            given_by(namespace).add(self.dest)
        setattr(namespace, self.dest, values)


class Switch(Once):
    """On; with `no-` in front, off: how a flag wins over a file that says on."""

    def __init__(self, option_strings: Sequence[str], dest: str, **rest: Any) -> None:
        off = [f"--no-{flag.removeprefix('--')}" for flag in option_strings]
        rest.setdefault("default", False)
        super().__init__([*option_strings, *off], dest, nargs=0, **rest)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,  # noqa: ARG002 - there is none
        option_string: str | None = None,
    ) -> None:
        super().__call__(parser, namespace, option_string == self.option_strings[0], option_string)


class Each(argparse.Action):
    """Collect the values of a flag that may be repeated."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse calls it so
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        given_by(namespace).add(self.dest)
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), values])


def given_by(namespace: argparse.Namespace) -> set[str]:
    """What flags have said, by their attribute; the rest is at its default."""
    given: set[str] = namespace.__dict__.setdefault("_given", set())
    return given


def add_policy(parser: Parser) -> None:
    parser.add_argument("--policy", metavar="FILE", required=True, help="the policy file (YAML)")


def add_artifacts(parser: Parser) -> None:
    group = parser.add_argument_group("artifacts, each of which adds its facts")
    for artifact in ARTIFACTS:
        group.add_argument(artifact.flag, metavar="FILE", help=f"{artifact.title.lower()} (JSON)")


def add_now(parser: Parser) -> None:
    parser.add_argument(
        "--now", metavar="TIME", help="evaluate as if it were this moment (RFC 3339, with offset)"
    )


def add_report(parser: Parser, formats: Sequence[str]) -> None:
    parser.add_argument(
        "--format", choices=formats, default=formats[0], help=f"default: {formats[0]}"
    )
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")


def artifact_paths(args: argparse.Namespace) -> dict[str, str]:
    """The artifact flags that were given, and their files."""
    attributes = {a.flag: a.flag.removeprefix("--").replace("-", "_") for a in ARTIFACTS}
    given = {flag: getattr(args, name) for flag, name in attributes.items()}
    return {flag: path for flag, path in given.items() if path is not None}
