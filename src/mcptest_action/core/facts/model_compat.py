"""`--model-compat`: what changes for callers when the model behind them changes."""

from datetime import datetime

from .artifact import Artifact
from .baseless_zeros import Basis, only_looked_at
from .completeness import MARKS, if_whole
from .model import Document, FactSpec, Reading
from .summary import Summary, read_summary

SCHEMA = "mcptest.dev/model-compat/v1"
FLAG = "--model-compat"
SUMMARY = Summary(
    parts=("pass", "drift", "fail"),
    optional=frozenset(),
    entries="results",
    status={"pass": "pass", "drift": "drift", "fail": "fail"},
)


def read(document: Document, _now: datetime) -> Reading:
    data = document.require_object(SCHEMA, FLAG)
    counts = read_summary(document, data, FLAG, SUMMARY)
    facts = {f"model_compat.{name}": value for name, value in counts.items()}
    return if_whole(data, "the comparison", only_looked_at(facts, _BASES))


_BASES = (
    Basis(
        ("model_compat.drift", "model_compat.fail"),
        ("model_compat.total",),
        "no comparison was made",
        if_stated=True,
    ),
)


ARTIFACT = Artifact(
    flag=FLAG,
    title="Model-compatibility diff",
    made_by="mcptest model-compat diff --format json",
    schema=SCHEMA,
    facts=(
        FactSpec("model_compat.total", "comparisons made"),
        FactSpec("model_compat.pass", "comparisons without a difference"),
        FactSpec("model_compat.drift", "comparisons with a tolerable difference"),
        FactSpec("model_compat.fail", "comparisons with a breaking difference"),
    ),
    read=read,
    places=(
        "`summary.total`, `.pass`, `.drift`, `.fail`, or the same names at the top level",
        "`results[].status` must agree with them, when there is such a list",
        MARKS,
    ),
    example=('{"summary": {"total": 6, "pass": 5, "drift": 1, "fail": 0}}'),
)
