"""A parser that answers in one sentence, and its `Options`: argparse ends here."""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from mcptest_action.core.request import Flag, Given, Options, Takes, Value
from mcptest_action.core.text import InputError, did_you_mean, unusable


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

    def options(self, words: Sequence[str]) -> Options:
        """What the words say, with defaults for the rest."""
        self._check_flags(words)
        return self._read(words)

    def understood(self, words: Sequence[str]) -> Options:
        """Whatever can be read from words if some of them are wrong."""
        options, unreadable = self.defaults(), set()
        takes = {f"--{flag.name}": flag.takes for flag in options.flags}
        for word, following in zip(words, [*words[1:], ""], strict=True):
            name, equals, _ = word.partition("=")
            if name not in takes:
                continue
            alone = equals or takes[name] is Takes.NOTHING
            unreadable.add(name.removeprefix("--"))
            with suppress(InputError):
                said = self._read([word] if alone else [f"{name}={following}"])
                each = [k for k, v in said.given.items() if isinstance(v.value, tuple)]
                more = {k: Given((*options.texts(k), *said.texts(k))) for k in each}
                options = options._replace(given={**said.given, **options.given, **more})
        return options._replace(unreadable=frozenset(unreadable - options.given.keys()))

    def defaults(self) -> Options:
        defaults = {_name(one): _plain(one.default) for one in self._actions}
        return Options(defaults, flags=self.flags())

    def flags(self) -> tuple[Flag, ...]:
        """Every flag, taken from the parser itself, so that none can be forgotten."""
        return tuple(
            Flag(_name(action), _takes(action), tuple(map(str, action.choices or ())))
            for action in self._actions
            if action.option_strings and "--help" not in action.option_strings
        )

    def _read(self, words: Sequence[str]) -> Options:
        defaults = self.defaults()
        names = {action.dest: _name(action) for action in self._actions}
        restored = [(action, action.default) for action in self._actions]
        for action in self._actions:
            action.default = argparse.SUPPRESS  # then only what the user gave is present
        try:
            said = vars(self.parse_args(words))
        finally:
            for action, default in restored:
                action.default = default
        given = {names[dest]: Given(_plain(value)) for dest, value in said.items()}
        return defaults._replace(given=given)

    def _check_flags(self, words: Sequence[str]) -> None:
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
    """Store a value; a flag given twice is an error, while argparse would keep the last."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if option_string is not None and hasattr(namespace, self.dest):
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values)


class Switch(Once):
    """On; with `no-` in front, off: so a flag wins over a file that says on."""

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
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse passes it by this name
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        setattr(namespace, self.dest, (*getattr(namespace, self.dest, ()), values))


def _name(action: argparse.Action) -> str:
    """The name of an option: its flag without the dashes, or the name of a positional word."""
    strings = action.option_strings
    return strings[0].removeprefix("--") if strings else action.dest


def _takes(action: argparse.Action) -> Takes:
    if action.nargs == 0:
        return Takes.NOTHING
    return Takes.VALUES if isinstance(action, Each) else Takes.VALUE


def _plain(value: Any) -> Value:
    """The value, made immutable."""
    plain: Value = tuple(value) if isinstance(value, list) else value
    return plain
