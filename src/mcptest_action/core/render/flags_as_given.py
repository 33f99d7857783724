"""Flags in a message, called what whoever reads it has called them: inputs, or variables."""

import re
from collections.abc import Sequence

from mcptest_action.core.inputs import Flag, Takes, variable_of

_FLAG = re.compile(r"(?<![\w-])--(no-)?([a-z][a-z-]*[a-z])(?:[ =]([^\s,;()'\"]+))?")
# A word behind a flag that is its value and not the next word of the sentence.
_VALUE = re.compile(r"[A-Z0-9_]{2,}(=\S+)?|\S*[0-9:=]\S*")


def flags_as_given(text: str, flags: Sequence[Flag], *, on_github: bool) -> str:
    """`--timeout 5s` is `timeout: 5s` in a workflow, and `MCPTEST_TIMEOUT=5s` elsewhere.

    What looks like a flag and is none of ours, such as those of docker, is left as it is.
    """
    known = {flag.name: flag for flag in flags}

    def called(found: re.Match[str]) -> str:
        off, name, word = found[1], found[2], found[3]
        flag = known.get(name)
        if flag is None:
            return found[0]
        value, rest = _value(flag, word, switched_off=bool(off))
        if on_github:
            said = f"{name}: {value}" if value else f"the input {name}"
        else:
            said = f"{variable_of(name)}={value}" if value else variable_of(name)
        return f"{said}{rest}"

    return _FLAG.sub(called, text)


def _value(flag: Flag, word: str | None, *, switched_off: bool) -> tuple[str, str]:
    """The value of the flag, and what stands behind it and is none."""
    rest = "" if word is None else f" {word}"
    if flag.takes is Takes.NOTHING:
        return "false" if switched_off else "true", rest
    bare = (word or "").rstrip(".")
    if bare in flag.choices or _VALUE.fullmatch(bare):
        return bare, (word or "")[len(bare) :]
    return "", rest
