"""A server that answers in JSON-RPC, but says no hello and lists nothing: what we know of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from mcptest_action.core.checks.results import Ruling, Status
from mcptest_action.core.protocol.exchange import EraName, Hello, Misaddressed
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.transcript import Exchange
from .checks.base_ids import SAME_ID
from .checks.disc_hello import ABOUT_RESULT, DISCOVERED, rulings_on
from .checks.life_hello import CONTENT, content_of
from .config import ExamConfig
from .meet import Introduction, NotSpoken
from .model import Check, Examinee, Rulings
from .revision import era_of, meeting
from .traffic import HELLOS, listings


def at_the_door(
    found: Mapping[str, Any], config: ExamConfig, exchanges: Iterable[Exchange]
) -> list[tuple[Check, Ruling]]:
    """The checks on a hello, ruled by the answer that was none."""
    who, revision = _turned_down(found, config), config.insisted
    if who is None:
        return []
    rulings: Rulings = {CONTENT.id: content_of(who.reaction)}
    if era_of(revision).name is EraName.MODERN:
        rulings = rulings_on(who.reaction, revision)
    shown = listings((e for e in exchanges if e.key.check == meeting(revision)), *HELLOS)
    checks = (CONTENT, DISCOVERED, *ABOUT_RESULT)
    return [(c, rulings[c.id]._replace(shown=shown)) for c in checks if c.id in rulings]


def refused_by(
    found: Mapping[str, Any], config: ExamConfig, door: Iterable[tuple[Check, Ruling]]
) -> str:
    """The check that fails for a hello that is none, and that explains why no other one is."""
    match found.get(config.insisted):
        case Introduction(flaw=flaw) if flaw and config.insists is EraName.LEGACY:
            return CONTENT.id
        case NotSpoken(reaction=Misaddressed()):
            return SAME_ID.id
        case _:
            return next((check.id for check, r in door if r.status is Status.FAILED), "")


def mute_examinees(
    found: Mapping[str, Any], config: ExamConfig, client_version: str
) -> dict[str, Examinee]:
    """What we know of such a server: how it answers."""
    who, revision = _turned_down(found, config), config.insisted
    if who is None:
        return {}
    era = era_of(revision)
    mute = Examinee(
        era=era,
        address=config.address,
        hello=Hello(era, {}, {}, None),
        answer=who.reaction,
        surface=Surface(era, {}, {}, None, (), (), (), (), ("the server said no hello",)),
        spoken=(),
        client_version=client_version,
        patience_s=config.patience_s,
        mute=True,
    )
    return {revision: mute}


def _turned_down(found: Mapping[str, Any], config: ExamConfig) -> NotSpoken | None:
    """The meeting that came to nothing, if all did. Wrong ids are the matter of another check."""
    if not config.insisted or not all(isinstance(who, NotSpoken) for who in found.values()):
        return None
    who: NotSpoken = found[config.insisted]
    return None if isinstance(who.reaction, Misaddressed) else who
