"""Whether tools refuse arguments that their own schema forbids. The probes of the run ask them."""

from collections.abc import Sequence

from mcptest_action.core.checks.probes import extra_field, missing_required, wrong_type
from mcptest_action.core.checks.results import (
    Ruling,
    Skip,
    Status,
    TestResult,
    failed,
    not_applicable,
    not_verified,
    passed,
)
from ..model import Examinee, Exchanges, Review, Rulings, must, should

_REMEDY = "Validate the arguments against the tool's own `inputSchema` before the tool runs."
_SPEC = "server/tools#security-considerations"
MISSING = must("TOOLS-11", _SPEC)(
    expects="A call without a required argument is rejected, with an error or with `isError`.",
    sends="a valid call without one required argument, to tools that may be called",
    remedy=_REMEDY,
)
WRONG_TYPE = should("TOOLS-12", _SPEC)(
    expects="A call with an argument of the wrong type is rejected.",
    sends="a valid call with one argument of another type, to tools that may be called",
    remedy=_REMEDY,
)
EXTRA = should("TOOLS-13", _SPEC)(
    expects="A call with an argument that the schema forbids is rejected.",
    sends="a valid call with one argument too many, where `additionalProperties` is false",
    remedy=_REMEDY,
)
_PROBE_OF = {
    MISSING.id: missing_required.PROBE.id,
    WRONG_TYPE.id: wrong_type.PROBE.id,
    EXTRA.id: extra_field.PROBE.id,
}


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    return {check: _ruling(server, probe, exchanges) for check, probe in _PROBE_OF.items()}


def _ruling(server: Examinee, probe: str, exchanges: Exchanges) -> Ruling:
    results = [result for result in server.results if result.check == probe]
    bad = [result for result in results if result.ruling.status is Status.FAILED]
    if bad:
        first, names = bad[0], ", ".join(sorted(str(result.tool) for result in bad))
        shown = [e for e in exchanges if e.key.check == probe and e.key.tool == first.tool]
        return failed(f"{len(bad)} tools did not ({names}): {first.ruling.because}", *shown)
    good = sum(result.ruling.status is Status.PASSED for result in results)
    if good:
        return passed(f"{good} tools rejected it")
    return not_ruled(server, results)


def not_ruled(server: Examinee, results: Sequence[TestResult]) -> Ruling:
    """Why nothing is known of a check that needs calls."""
    if not server.declares("tools"):
        return not_applicable("the server declares no tools")
    if not server.calls:
        return not_verified("calls are switched off")
    if server.revision != server.run_revision:
        because = f"tools are called in {server.run_revision or 'another revision'}; see --protocol"
        elsewhere = server.run_revision in server.spoken
        return not_applicable(because) if elsewhere else not_verified(because)
    why = next((r.ruling for r in results if r.ruling.skip != Skip.NOT_APPLICABLE), None)
    if why is not None:
        return not_verified(f"no tool was asked: {why.because}")
    return not_applicable("there is no tool that it could be asked of")


REVIEWS = (Review((MISSING, WRONG_TYPE, EXTRA), review),)
