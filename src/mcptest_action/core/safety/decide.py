"""May this tool be called? One answer, with its reason and the way out."""

from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.safety.classify import Classification
from mcptest_action.core.safety.tool_class import ToolClass
from mcptest_action.core.safety.vocabulary import READ, SIDE_EFFECT
from mcptest_action.core.safety.words import words_of


class Decision(StrEnum):
    EXECUTE = "Execute"
    EXECUTE_ONCE = "ExecuteOnce"
    GENERATE_ONLY = "GenerateOnly"
    REFUSE = "Refuse"


class Need(StrEnum):
    """What a feature wants of a tool: an answer now, or a test that a person looks at first."""

    LIVE_CALL = "live_call"
    GENERATED_TEST = "generated_test"


class HeldBack(StrEnum):
    """Why a tool is not called."""

    CALLS_OFF = "calls_off"
    NOT_ALLOWED = "not_allowed"
    DESTRUCTIVE = "destructive"
    REQUIRES_CONFIRMATION = "requires_confirmation"
    PRESUMED = "presumed"


class Presumed(StrEnum):
    """What to do with tools that declare nothing and have a harmless name."""

    CAUTIOUS = "cautious"
    EXECUTE = "execute"
    REFUSE = "refuse"


class Calls(StrEnum):
    """Whether tools may be called at all."""

    POLICY = "policy"
    NONE = "none"


_WAY_OUT = "declare readOnlyHint, set allow: true in mcptest.yml, or --presumed execute"


class Decided(NamedTuple):
    decision: Decision
    because: str
    held_back: HeldBack | None = None
    way_out: str = ""


class ExecutionPolicy(NamedTuple):
    """The knobs, at their defaults."""

    execute_destructive: bool = False
    presumed: Presumed = Presumed.CAUTIOUS
    calls: Calls = Calls.POLICY
    max_calls: int | None = None
    concurrency: int = 2
    call_delay_s: float = 0.1

    def decide(self, tool: Classification, need: Need) -> Decided:
        """What may be done with the tool. Nothing in here calls anything."""
        held = self._held_back(tool)
        if held is not None:
            reason, because, way_out = held
            # A test for a person to read may be written for any tool.
            generate = need is Need.GENERATED_TEST
            decision = Decision.GENERATE_ONLY if generate else Decision.REFUSE
            return Decided(decision, because, reason, way_out)
        if tool.tool_class in (ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED):
            return Decided(Decision.EXECUTE, tool.because)
        return Decided(Decision.EXECUTE_ONCE, f"{tool.because}; at most one call in a run")

    def _held_back(self, tool: Classification) -> tuple[HeldBack, str, str] | None:
        if self.calls is Calls.NONE:
            return HeldBack.CALLS_OFF, "calls are switched off", "leave out --calls none"
        if tool.allow is False:
            because = "mcptest.yml says allow: false"
            return HeldBack.NOT_ALLOWED, because, "set allow: true, or leave it out"
        if tool.tool_class is ToolClass.DESTRUCTIVE and not self.execute_destructive:
            return (
                HeldBack.DESTRUCTIVE,
                tool.because,
                "--execute-destructive, on a disposable server",
            )
        if tool.hints.requires_confirmation is True and tool.allow is not True:
            because = "it asks for confirmation, and there is nobody to confirm"
            return HeldBack.REQUIRES_CONFIRMATION, because, "set allow: true for it in mcptest.yml"
        if tool.tool_class is ToolClass.READ_ONLY_PRESUMED and tool.allow is not True:
            doubt = self._doubt(tool)
            if doubt is not None:
                way_out = (
                    "declare readOnlyHint, set allow: true in mcptest.yml, or --presumed execute"
                )
                return HeldBack.PRESUMED, doubt, way_out
        return None

    def _doubt(self, tool: Classification) -> str | None:
        """What speaks against calling a tool that only its name recommends."""
        if self.presumed is Presumed.EXECUTE:
            return None
        if self.presumed is Presumed.REFUSE:
            return "it does not declare itself read-only"
        return _cautious_doubt(tool)


def _cautious_doubt(tool: Classification) -> str | None:
    if tool.annotations.read_only is False:
        return "readOnlyHint is false"
    words = words_of(tool.name)
    effect = next((word for word in words if word in SIDE_EFFECT), None)
    if effect is not None:
        return f"nothing is declared, and the name contains '{effect}'"
    if not any(word in READ for word in words):
        return "nothing is declared, and no word of the name says that it only reads"
    foreign = next((word for word in words if not word.isascii()), None)
    return None if foreign is None else f"nothing is declared, and '{foreign}' is not understood"
