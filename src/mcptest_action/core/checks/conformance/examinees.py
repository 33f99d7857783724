"""Who is examined: the server as it was met in each revision, and what the run contributes."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import TestResult
from mcptest_action.core.checks.run import Ended, Rebuilt, RunConfig
from mcptest_action.core.protocol.exchange import BROKEN
from .config import ExamConfig
from .door import mute_examinees
from .locked import locked_examinees
from .meet import Introduction, NotSpoken, replied_in
from .model import Examinee
from .revision import MODERN, era_of


class RunPart(NamedTuple):
    """What the probes of the run contribute: their calls decide the checks on tools."""

    revision: str = ""
    results: tuple[TestResult, ...] = ()
    config: RunConfig = RunConfig()
    ended: Ended | None = None
    met: Introduction | None = None
    """The server as it was met at first, where the examination goes on from there."""


def examinees_of(
    found: Mapping[str, Introduction | NotSpoken | Ended],
    config: ExamConfig,
    run: RunPart,
    client_version: str,
) -> dict[str, Examinee]:
    """What we know in each spoken revision; for a server that lets nobody in, how it refuses.

    Such a server speaks no revision, and anything else that we could ask needs credentials.
    """
    met = {revision: who for revision, who in found.items() if isinstance(who, Introduction)}
    chosen = next((revision for revision, who in met.items() if who.asked_for), "")
    has_spare = not config.address.http and bool(spare_revision(found))
    if not met:
        locked = locked_examinees(found, config.address, client_version)
        return locked or mute_examinees(found, config, client_version)
    return {
        revision: Examinee(
            era=era_of(revision),
            address=config.address,
            hello=who.hello,
            answer=who.answer,
            surface=who.surface,
            spoken=tuple(met),
            client_version=client_version,
            patience_s=config.patience_s,
            run_config=run.config,
            insists=config.insists_in(revision),
            results=run.results if run.revision == revision else (),
            run_revision=run.revision,
            hellos={r: known.answer for r, known in met.items() if not known.asked_for},
            has_spare=has_spare,
            met_at_first=who is run.met,
            asked_for=who.asked_for or revision,
            chosen=chosen,
            broken=who.broken,
        )
        for revision, who in met.items()
    }


def by_spoken(
    found: Mapping[str, Introduction | NotSpoken | Ended],
) -> dict[str, Introduction | NotSpoken | Ended]:
    """The meetings by the revisions that they were held in, not by those that we asked for."""
    held: dict[str, Introduction | NotSpoken | Ended] = {}
    for revision, who in found.items():
        if isinstance(who, Introduction) and who.asked_for:
            spoken = who.hello.era.version
            held |= {revision: replied_in(spoken, who.answer), spoken: who}
        else:
            held[revision] = who
    return dict(sorted(held.items()))


def spare_revision(found: Mapping[str, Introduction | NotSpoken | Ended]) -> str:
    """The modern revision that the server doesn't speak: no hello succeeded on its connection."""
    for revision in MODERN:
        who = found.get(revision)
        if isinstance(who, NotSpoken) and not isinstance(who.reaction, BROKEN):
            return revision
    return ""


def run_part_of(run: Rebuilt) -> RunPart:
    return RunPart(run.surface.era.version, run.record.results, run.config, run.record.ended)


def without_run(config: RunConfig) -> RunPart:
    return RunPart(config=config)
