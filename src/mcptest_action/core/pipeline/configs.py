"""What a live run consists of, and what the transcript keeps of it for a replay."""

from typing import Any, NamedTuple

from mcptest_action.core.checks.conformance import ExamConfig, address_of_document
from mcptest_action.core.checks.run import RunConfig
from mcptest_action.core.protocol.target import Address
from mcptest_action.core.protocol.transcript import ShapeError, fields_of
from mcptest_action.core.text import unusable


class ScanConfig(NamedTuple):
    """What the scan of a gate has to know besides the run."""

    place: Address = Address()


class Configs(NamedTuple):
    """The parts of a run: probes, and examination and scan unless they were off."""

    client_version: str
    run: RunConfig
    exam: ExamConfig | None = None
    scan: ScanConfig | None = None


def scan_config_document(config: ScanConfig) -> dict[str, Any]:
    return {"place": config.place.document}


def scan_config_of_document(document: Any, file: str) -> ScanConfig:
    """The configuration as it was written. Anything else is unusable input."""
    try:
        return ScanConfig(**fields_of(document, "security", {"place": address_of_document}))
    except ShapeError as error:
        what = f"the header holds no usable configuration: {error}"
        raise unusable(file, what, "was it recorded by this version?", 1, 1) from None
