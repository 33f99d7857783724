"""Scenarios of the official conformance suite, and the checks here that ask the same.

An expected-failures file written for that suite can be used here. Many of its scenarios need
tools made for them (an empty tuple below): no server outside of an SDK has those.
"""

from collections.abc import Mapping

COUNTERPARTS: Mapping[str, tuple[str, ...]] = {
    "server-initialize": ("LIFE-01", "HTTP-09"),
    "server-session-lifecycle": ("HTTP-02", "HTTP-13"),
    "server-stateless": (
        "DISC-01", "DISC-02", "DISC-03", "META-01", "META-02", "META-03", "META-04", "META-05",
        "MOD-05", "HHDR-01", "HHDR-12", "SUB-02", "SUB-03", "SUB-04",
    ),
    "ping": ("LIFE-06",),
    "logging-set-level": ("LOGG-01",),
    "completion-complete": ("COMP-01",),
    "tools-list": ("TOOLS-01", "TOOLS-04", "TOOLS-06"),
    "tools-call-error": ("TOOLS-07",),
    "resources-list": ("RSRC-01",),
    "resources-subscribe": ("RSRC-09",),
    "resources-unsubscribe": ("RSRC-09",),
    "sep-2164-resource-not-found": ("RSRC-05", "RSRC-07"),
    "prompts-list": ("PRMT-01",),
    "server-sse-multiple-streams": ("HTTP-18",),
    "dns-rebinding-protection": ("HTTP-04", "HTTP-05", "HTTP-06"),
    "caching": ("CACHE-01", "CACHE-02", "CACHE-03"),
    "http-header-validation": ("HHDR-03", "HHDR-04", "HHDR-05", "HHDR-06"),
    "http-custom-header-server-validation": ("HHDR-11",),
    **dict.fromkeys(
        (
            "tools-call-simple-text", "tools-call-image", "tools-call-audio",
            "tools-call-embedded-resource", "tools-call-mixed-content", "tools-call-with-progress",
            "tools-call-with-logging", "tools-call-sampling", "tools-call-elicitation",
            "json-schema-2020-12", "elicitation-sep1034-defaults", "elicitation-sep1330-enums",
            "server-sse-polling", "resources-read-text", "resources-read-binary",
            "resources-templates-read", "prompts-get-simple", "prompts-get-with-args",
            "prompts-get-embedded-resource", "prompts-get-with-image",
        ),
        (),
    ),
}  # fmt: skip
# Groups of scenarios that all need fixtures, by how their names begin.
FIXTURE_GROUPS = ("input-required-result-", "tasks-", "sep-2640-skills-")


def counterparts(name: str) -> tuple[str, ...] | None:
    """The checks that ask what the scenario asks; None for a name nobody knows."""
    scenario = name.partition(":")[0]
    if scenario.startswith(FIXTURE_GROUPS):
        return ()
    return COUNTERPARTS.get(scenario)
