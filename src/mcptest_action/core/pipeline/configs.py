"""What a live run consists of, and what the transcript keeps of it for a replay."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mcptest_action.core.checks.conformance import ExamConfig, address_of_document
from mcptest_action.core.checks.readiness import ReadyConfig
from mcptest_action.core.checks.run import RunConfig
from mcptest_action.core.document import check_reviewed, decode, read_json
from mcptest_action.core.protocol.target import Address
from mcptest_action.core.protocol.transcript import ShapeError, fields_of
from mcptest_action.core.text import unusable

if TYPE_CHECKING:  # most gates have none, and its rules should not be waited for
    from mcptest_action.core.checks.security import Baseline


class RecordedBaseline(NamedTuple):
    """The known findings that a gate was given: as written, and as read."""

    file: str
    content: bytes
    known: "Baseline"


class ScanConfig(NamedTuple):
    """What the scan of a gate has to know besides the run."""

    place: Address = Address()
    baseline: RecordedBaseline | None = None


class Configs(NamedTuple):
    """The parts of a run: probes, and examination and scan unless they were off."""

    client_version: str
    run: RunConfig
    exam: ExamConfig | None = None
    scan: ScanConfig | None = None
    ready: ReadyConfig | None = None
    """None where no rule asks what a directory wants."""


def read_baseline(content: bytes, file: str, path: str, *, now: datetime) -> RecordedBaseline:
    """The known findings that a gate may rest on. Errors name the path, reports the file."""
    # Imported late: most gates have none, and it reads what the scan alone needs.
    from mcptest_action.core.checks.security import load_gating_baseline  # noqa: PLC0415

    text = decode(content, path)
    check_reviewed(text, path)
    known = load_gating_baseline(read_json(text, path), path, now=now)
    return RecordedBaseline(file, content, known._replace(file=file))


def scan_config_document(config: ScanConfig) -> dict[str, Any]:
    given = config.baseline
    baseline = given and {"file": given.file, "text": given.content.decode()}
    return {"place": config.place.document, **({"baseline": baseline} if baseline else {})}


def scan_config_of_document(document: Any, file: str, *, now: datetime) -> ScanConfig:
    """The configuration as it was written. Anything else is unusable input."""

    def baseline(value: Any, label: str) -> RecordedBaseline:
        match value:
            case {"file": str(given), "text": str(text)}:
                return read_baseline(text.encode(), given, given, now=now)
            case _:
                raise ShapeError(f"{label} cannot be read")

    readers = {"place": address_of_document, "baseline": baseline}
    try:
        return ScanConfig(**fields_of(document, "security", readers, optional=("baseline",)))
    except ShapeError as error:
        what = f"the header holds no usable configuration: {error}"
        raise unusable(file, what, "was it recorded by this version?", 1, 1) from None
