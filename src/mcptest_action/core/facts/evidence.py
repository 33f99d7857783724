"""`--evidence`: whether the run can be repeated, and whether its origin is known."""

from collections.abc import Mapping
from datetime import datetime

from mcptest_action.core.text import is_blank
from .artifact import Artifact
from .completeness import MARKS, if_whole
from .model import Document, FactSpec, FactType, Reading
from .value import boolean

SCHEMA = "mcptest.dev/evidence/v1"
FLAG = "--evidence"
FLAGS = ("reproducible", "unverifiable_origin")


def read(document: Document, _now: datetime) -> Reading:
    data = document.require_object(SCHEMA, FLAG)
    if not any(name in data for name in FLAGS):
        raise document.not_recognised(FLAG, f"no {' or '.join(FLAGS)} at the top level")
    source = data.get("source")
    if data.get("unverifiable_origin") is False and isinstance(source, Mapping):
        commit = source.get("commit_sha")
        if not isinstance(commit, str) or is_blank(commit):
            what = "unverifiable_origin is false, but source.commit_sha names no commit"
            raise document.contradiction(what)
    facts = {f"evidence.{name}": boolean(data, name, name) for name in FLAGS}
    return if_whole(data, "the evidence", facts)


ARTIFACT = Artifact(
    flag=FLAG,
    title="Evidence",
    made_by="mcptest evidence run.json --out evidence.json",
    schema=SCHEMA,
    facts=(
        FactSpec("evidence.reproducible", "whether the run can be repeated", FactType.BOOLEAN),
        FactSpec(
            "evidence.unverifiable_origin",
            "whether the commit that was tested is unknown",
            FactType.BOOLEAN,
        ),
    ),
    read=read,
    places=(
        "`reproducible` and `unverifiable_origin` at the top level",
        "`source.commit_sha`, when there is a `source`, must name a commit if the origin is known",
        MARKS,
    ),
    example=('{"reproducible": true, "unverifiable_origin": false}'),
)
