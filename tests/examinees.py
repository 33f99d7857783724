"""What is known of a server, made up for tests, and probes that are fed by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcptest_action.core.checks.conformance import Examinee
from mcptest_action.core.checks.conformance.model import WORDS
from mcptest_action.core.checks.conformance.revision import era_of
from mcptest_action.core.checks.run import RunConfig
from mcptest_action.core.protocol.exchange.handshake import Hello
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import HttpAnswer, HttpStatus, Replied, RpcError
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.safety import Calls, ExecutionPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcptest_action.core.checks.results.ruling import Ruling

MODERN, NOVEMBER = "2026-07-28", "2025-11-25"
LOOPBACK = Address(http=True, loopback=True, authority="127.0.0.1:8000", path="/mcp")
ANY_CALLS = RunConfig()
WITHOUT_CALLS = RunConfig(execution=ExecutionPolicy(calls=Calls.NONE))
PUBLIC = Address(http=True, https=True, authority="mcp.example.com", path="/mcp")


def examinee(
    revision: str = MODERN,
    *capabilities: str,
    address: Address = LOOPBACK,
    tools: tuple[Any, ...] = (),
    calls: bool = True,
    run_config: RunConfig = ANY_CALLS,
    **more: Any,
) -> Examinee:
    era = era_of(revision)
    declared: dict[str, Any] = {name: {} for name in capabilities}
    return Examinee(
        era=era,
        address=address,
        hello=Hello(era, {}, declared, None),
        answer=Replied({"capabilities": declared}),
        surface=Surface(era, {}, declared, None, tools, (), (), (), ()),
        spoken=(revision,),
        client_version="0",
        run_config=run_config if calls else WITHOUT_CALLS,
        **more,
    )


def fed(script: Any, *reactions: Any) -> tuple[Any, list[Any]]:
    """What the script returns for these reactions, all of which it must want, and what it sent."""
    steps, left = [], list(reactions)

    def answer(step: Any) -> Any:
        steps.append(step)
        return left.pop(0)

    result = pump(script, answer)
    assert not left, f"nobody asked for {left}"
    return result, steps


def because(probe: Callable[[Examinee], Any], known: Examinee, *reactions: Any) -> dict[str, str]:
    """The rulings of a probe in words, by check: the status, and why."""
    rulings, _ = fed(probe(known), *reactions)
    return in_words(rulings)


def in_words(rulings: Mapping[str, Ruling]) -> dict[str, str]:
    """By check: how it came out, as `conformance.json` calls that, and why."""
    return {check: worded(ruling) for check, ruling in rulings.items()}


def worded(ruling: Ruling) -> str:
    return f"{WORDS[ruling.status]}: {ruling.because}"


def status(number: int, body: str = "", **headers: str) -> HttpStatus:
    return HttpStatus(http(number, **headers), body)


def http(number: int = 200, **headers: str) -> HttpAnswer:
    return HttpAnswer(number, {name.replace("_", "-"): value for name, value in headers.items()})


def replied(result: Any = None, number: int = 200, **headers: str) -> Replied:
    return Replied(result or {}, http(number, **headers))


def error(code: int, number: int = 200) -> RpcError:
    return RpcError(code, "no", None, http(number))
