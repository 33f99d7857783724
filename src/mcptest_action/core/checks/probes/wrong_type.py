"""Send an argument of the wrong JSON type.

**Why it matters.** A server that accepts an object where it asked for text checks nothing at its
edge.

**Sends** a valid call in which one argument has another type: an object for text, text for
everything else.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Not applicable** to tools whose schema gives no argument a type; a list of choices alone is none.

**Remedy.** Validate the arguments against the tool's own `inputSchema` before the tool runs.
"""

from collections.abc import Iterator
from typing import Any

from mcptest_action.core.checks.results import Family, Ruling, not_applicable
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Script
from .contract import must_reject
from .model import Aim, Probe, Subject
from .spoil import refuter, spoiled_arguments

# Without these, a value can violate only a type.
_LIMITS = (
    "enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "contains",
    "minProperties", "maxProperties", "propertyNames",
)  # fmt: skip


def script(subject: Subject) -> Script[Ruling]:
    by_type = refuter(subject.schema, *_LIMITS)
    arguments = spoiled_arguments(subject, _other_types, by_type)
    if arguments is None:
        return not_applicable("no argument has a declared type to violate")
    return must_reject((yield CallTool(subject.name, arguments)))


def _other_types(value: Any) -> Iterator[Any]:
    """Values that even a generous server does not take for the right type."""
    yield {"mcptest": "wrong type"} if isinstance(value, str) else "mcptest"
    yield 42


PROBE = Probe(
    id="wrong_type",
    fault="FAULT-SCHEMA-TYPE-MISMATCH",
    family=Family.SCHEMA,
    aim=Aim.BAD_REQUEST,
    contract="an error",
    doc=__doc__,
    script=script,
    sends=Provenance.REFUSABLE,
)
