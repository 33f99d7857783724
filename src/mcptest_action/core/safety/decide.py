"""May this tool be called, and called again? One answer, with its reason and the way out."""

from enum import StrEnum
from typing import NamedTuple, assert_never

from mcptest_action.core.protocol.exchange import Disconnected, Reaction, Unreachable
from .classify import Classification
from .declaration import ToolClass

_UNDECLARED = "it is not declared read-only"
_ALLOW = "set allow: true for it in mcptest.yml, or --presumed execute"
# A tool that changes something is called at most once in a run, even if it allows a second call.
_MAY_BE_CALLED_TWICE = (ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED)


class Decision(StrEnum):
    """From the freest to the one that allows nothing."""

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
    NAMELESS = "nameless"
    NOT_ALLOWED = "not_allowed"
    AMBIGUOUS = "ambiguous"
    DESTRUCTIVE = "destructive"
    REQUIRES_CONFIRMATION = "requires_confirmation"
    PRESUMED = "presumed"


class Stopped(StrEnum):
    """Why a call was stopped at the last moment, in addition to a plan's reasons."""

    NO_POLICY = "no_policy"
    NOT_LISTED = "not_listed"
    MUTATING_ONCE = "mutating_once"
    BUDGET_EXHAUSTED = "budget_exhausted"
    UNREAD_CONSENT = "unread_consent"


# What the deployer may lift for one tool. A destructive tool needs a separate switch.
LIFTED_BY_ALLOW = (HeldBack.REQUIRES_CONFIRMATION, HeldBack.PRESUMED)


class Presumed(StrEnum):
    """What to do with tools that declare nothing and have a harmless name."""

    CAUTIOUS = "cautious"
    EXECUTE = "execute"
    REFUSE = "refuse"


class Calls(StrEnum):
    """Whether tools may be called at all."""

    POLICY = "policy"
    NONE = "none"


class Decided(NamedTuple):
    decision: Decision
    because: str
    held_back: HeldBack | None = None
    way_out: str = ""
    freely: bool = False
    """With valid arguments, and twice: declared read-only, or `presumed: execute`."""


class Held(NamedTuple):
    """A tool that is not called."""

    reason: HeldBack
    because: str
    way_out: str

    def decided(self, need: Need) -> Decided:
        """A test for a person to read may be written for any tool."""
        generate = need is Need.GENERATED_TEST
        decision = Decision.GENERATE_ONLY if generate else Decision.REFUSE
        return Decided(decision, self.because, self.reason, self.way_out)


class Doubt(NamedTuple):
    because: str
    way_out: str = f"declare readOnlyHint, {_ALLOW}"


def doubt_about(tool: Classification) -> Doubt | None:
    """None if everything that is known of the tool says that it only reads."""
    if tool.annotations.read_only is False:
        return Doubt("readOnlyHint is false", _ALLOW)
    if tool.malformed:
        return Doubt("what it declares is malformed")
    if tool.near_misses:
        return Doubt(f"what it declares is misspelt: {tool.near_misses[0].sentence}")
    return None if tool.doubt is None else Doubt(f"{_UNDECLARED}, and {tool.doubt}")


class ExecutionPolicy(NamedTuple):
    """The settings, at their defaults."""

    execute_destructive: bool = False
    presumed: Presumed = Presumed.CAUTIOUS
    calls: Calls = Calls.POLICY
    max_calls: int | None = None
    concurrency: int = 2
    call_delay_s: float = 0.1

    def decide(self, tool: Classification, need: Need) -> Decided:
        """What we may do with the tool. Nothing in here calls anything."""
        because = tool.because
        held = self._held_back(tool)
        if held is not None and tool.allow is True and held.reason in LIFTED_BY_ALLOW:
            because, held = f"{because}; mcptest.yml says allow: true", None
        if held is not None:
            return held.decided(need)
        if tool.tool_class in _MAY_BE_CALLED_TWICE:
            freely = tool.is_declared_read_only or self.presumed is Presumed.EXECUTE
            return Decided(Decision.EXECUTE, because, freely=freely)
        return Decided(Decision.EXECUTE_ONCE, f"{because}; at most one call in a run")

    def _held_back(self, tool: Classification) -> Held | None:
        if self.calls is Calls.NONE:
            return Held(HeldBack.CALLS_OFF, "calls are switched off", "leave out --calls none")
        if not tool.name:
            return Held(HeldBack.NAMELESS, "it has no name to call it by", "give it one")
        if tool.allow is False:
            because = "mcptest.yml says allow: false"
            return Held(HeldBack.NOT_ALLOWED, because, "set allow: true, or leave it out")
        if tool.tool_class is ToolClass.DESTRUCTIVE and not self.execute_destructive:
            way_out = "--execute-destructive, on a disposable server"
            return Held(HeldBack.DESTRUCTIVE, tool.because, way_out)
        if tool.needs_confirmation:
            because = "it asks for confirmation, and there is nobody to confirm"
            way_out = "set allow: true for it in mcptest.yml"
            return Held(HeldBack.REQUIRES_CONFIRMATION, because, way_out)
        doubt = self._doubt(tool)
        return None if doubt is None else Held(HeldBack.PRESUMED, *doubt)

    def _doubt(self, tool: Classification) -> Doubt | None:
        """The objection to calling a tool whose name merely suggests that it reads."""
        if tool.tool_class is not ToolClass.READ_ONLY_PRESUMED:
            return None
        match self.presumed:
            case Presumed.EXECUTE:
                return None
            case Presumed.REFUSE:
                return Doubt(_UNDECLARED)
            case Presumed.CAUTIOUS:
                return doubt_about(tool)
            case _:
                assert_never(self.presumed)


def may_retry(tool: Classification, reaction: Reaction) -> bool:
    """Whether a call may be repeated after this reaction to it."""
    failed = isinstance(reaction, Disconnected | Unreachable)  # in transport, not in the tool
    return failed and may_repeat(tool)


def may_repeat(tool: Classification) -> bool:
    """Whether a second call does no more than the first, as the server declares."""
    said = tool.annotations.idempotent, tool.hints.idempotent
    declared = tool.is_declared_read_only or (True in said and False not in said)
    return declared and tool.tool_class in _MAY_BE_CALLED_TWICE
