"""From artifacts to a verdict. Imports nothing that makes artifacts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.document import decode, read_json
from mcptest_action.core.facts import (
    Document,
    conformance,
    read_facts,
    readiness,
    run_report,
    security,
    surface,
)
from mcptest_action.core.policy import Policy, default, evaluate
from mcptest_action.core.policy.load import EXTENDS, Reading, answered, gathering
from mcptest_action.core.policy.own_rule import with_admission
from mcptest_action.core.render import Report, Source
from .formats import WRITTEN


class ArtifactFile(NamedTuple):
    """An artifact that a gate writes: its name, the flag that reads it, the output of a step."""

    file: str
    flag: str
    output: str


RUN = ArtifactFile("run.json", run_report.FLAG, "run-report")
CONFORMANCE = ArtifactFile("conformance.json", conformance.FLAG, "conformance-report")
SECURITY = ArtifactFile("security.json", security.FLAG, "security-report")
SURFACE = ArtifactFile("surface.json", surface.FLAG, "surface-report")
READINESS = ArtifactFile("readiness.json", readiness.FLAG, "readiness-report")
MADE = (RUN, CONFORMANCE, SECURITY, SURFACE, READINESS)
FILES: Mapping[str, str] = {
    **{row.output: row.file for row in WRITTEN},
    **{row.output: row.file for row in MADE},
}
"""What a gate leaves beside its transcript, by the output of the step that names it."""


class Given(NamedTuple):
    """What a verdict rests on besides the run: the policy, and artifacts made elsewhere."""

    policy: Policy
    sources: tuple[Source, ...]
    """The policy's first, then those of the artifacts."""
    parents: tuple[Source, ...] = ()
    """What the policy extends, the lowest layer first."""


class Outcome(NamedTuple):
    report: Report
    files: Mapping[str, str]
    """What to write, by the name of the file."""


def given_by(source: Source) -> Reading[Given]:
    """The policy and all that it extends; yields each file to read, takes its content.

    Errors name the path as given, reports the name to cite.
    """
    found = yield from gathering(decode(source.content, source.path), source.path, source.file)
    found.problems.raise_any()
    parents = tuple(Source(EXTENDS, d.file, d.content, d.path) for d in found.parents)
    return Given(found.policy, (source,), parents)


def policy_in(source: Source, parents: Sequence[Source] = ()) -> Policy:
    """The policy; `parents` are the files that it extends."""
    contents = {parent.file: parent.content for parent in parents}
    return answered(given_by(source), contents).policy


def built_in_policy(looked: default.Looked) -> Source:
    """The policy for a gate without one: only about what the gate looks at."""
    text = default.default_policy(looked)
    return Source("--policy", default.FILE, text.encode())


def judge(given: Given, now: datetime, *, time_overridden: bool = False) -> Report:
    """The verdict on the artifacts, which are the only source of facts, even for our own run."""
    documents = documents_in(given.sources[1:])
    pool = read_facts(documents, now=now)
    verdict = evaluate(given.policy, pool, now=now)
    run = documents.get(run_report.FLAG)
    if run is not None:
        verdict = with_admission(verdict, run.data, pool)
    policy, *artifacts = given.sources
    sources = (policy, *given.parents, *artifacts)
    return Report(given.policy, verdict, pool, sources, time_overridden)


def documents_in(sources: Sequence[Source]) -> dict[str, Document]:
    """The artifacts, by the flags that name them."""
    return {source.flag: _document(source) for source in sources}


def _document(source: Source) -> Document:
    text = decode(source.content, source.path)
    return Document(source.file, read_json(text, source.path))
