"""Expected failures: known, and listed in a file. The file never changes a count."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import Status
from mcptest_action.core.document import Problems, Record, Scalar, items_of, kind_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.text import did_you_mean
from .same_question import ASKED_BY

# Scenarios of the official conformance suite, and the checks here that ask the same: so you can
# use a file written for that suite. Many scenarios need tools made for them (an empty tuple
# below), which no server outside of an SDK has.
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
    "sep-2640-skills-enumeration": (
        "SKILL-01", "SKILL-02", "SKILL-03", "SKILL-04", "SKILL-05", "SKILL-06", "SKILL-07",
        "SKILL-09", "SKILL-12", "SKILL-13",
    ),
    "sep-2640-skills-manifest": ("SKILL-04",),
    "sep-2640-skills-directory": ("SKILL-10", "SKILL-11"),
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
FIXTURE_GROUPS = ("input-required-result-", "tasks-")


def counterparts(name: str) -> tuple[str, ...] | None:
    """The checks that ask the same as the scenario, or as the one check of it that the name ends
    with; None for an unknown name.
    """
    scenario, _, check = name.partition(":")
    if check in ASKED_BY:
        return ASKED_BY[check]
    if scenario.startswith(FIXTURE_GROUPS):
        return ()
    return COUNTERPARTS.get(scenario)


class Expected(NamedTuple):
    """The entries of a file, each with the checks that it means."""

    file: str
    entries: Mapping[str, tuple[str, ...]]


class Expectations(NamedTuple):
    """How an examination compares with the file."""

    file: str
    new_failures: tuple[str, ...]
    """Checks that failed, and that nobody expects to."""
    stale: tuple[str, ...]
    """Entries whose checks ran, and none of them failed."""
    without_counterpart: tuple[str, ...]
    """Scenarios of the official suite that have no check here."""

    @property
    def surprise(self) -> bool:
        return bool(self.new_failures or self.stale)


def load_expected(text: str, file: str) -> Expected:
    """The file: `server:` with a list of check ids, or of scenarios of the official suite."""
    # Imported late: most runs have no such file, and reading all checks takes a while.
    from .catalogue import CHECKS  # noqa: PLC0415

    problems = Problems(file)
    record = Record(problems, read_yaml(text, file), "the file", ("server", "client"))
    ids = {check.id for check in CHECKS}
    entries: dict[str, tuple[str, ...]] = {}
    for node in items_of(problems, record.fields.get("server"), "server"):
        if not isinstance(node, Scalar):
            problems.add(node, f"an entry is {kind_of(node)}, not the id of a check")
            continue
        name = node.text.strip()
        meant = (name,) if name in ids else counterparts(name)
        if name in entries:
            problems.add(node, f"'{name}' is listed twice", "keep one")
        elif meant is None:
            hint = did_you_mean(name, [*ids, *COUNTERPARTS]) or "see mcptest conformance run --list"
            problems.add(node, f"'{name}' is no check", hint)
        else:
            entries[name] = meant
    problems.raise_any()
    return Expected(file, entries)


def compare(expected: Expected, outcomes: Iterable[tuple[str, Status]]) -> Expectations:
    """Failures that the file didn't expect, and entries that it no longer needs."""
    status = dict(outcomes)
    covered = {check_id for meant in expected.entries.values() for check_id in meant}
    failing = {check_id for check_id, found in status.items() if found is Status.FAILED}
    stale = [
        name
        for name, meant in expected.entries.items()
        if failing.isdisjoint(meant) and any(status.get(c) is Status.PASSED for c in meant)
    ]
    without = [name for name, meant in expected.entries.items() if not meant]
    new = tuple(sorted(failing - covered))
    return Expectations(expected.file, new, tuple(stale), tuple(without))
