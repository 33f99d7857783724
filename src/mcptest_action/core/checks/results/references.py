"""Where one cause is ruled on, if two checks see it."""

from collections.abc import Mapping

# Which conformance checks rule on what a probe of the run finds. Other probes rule by themselves.
RULES_ON_PROBE: Mapping[str, str] = {
    "unknown_tool": "TOOLS-07",
    "missing_required": "TOOLS-11",
    "wrong_type": "TOOLS-12",
    "extra_field": "TOOLS-13",
    "exits_when_closed": "STDIO-03",
}
