"""The remarks of `policy lint`, in the form editors and CI systems understand."""

from collections.abc import Sequence
from typing import Any

from mcptest_action.core.policy.lint import Remark
from mcptest_action.core.text import for_terminal, inert, plural


def remarks_pretty(file: str, remarks: Sequence[Remark]) -> str:
    """`file:line:column: error: …`, a line each; then how many."""
    lines = [_line(for_terminal(remark.file or file), remark) for remark in remarks]
    errors = sum(remark.error for remark in remarks)
    found = f"{plural(errors, 'error')}, {plural(len(remarks) - errors, 'warning')}"
    total = found if remarks else "no problems"
    return "\n".join(map(inert, [*lines, f"{for_terminal(file)}: {total}"])) + "\n"


def _line(file: str, remark: Remark) -> str:
    kind = "error" if remark.error else "warning"
    hint = f" ({for_terminal(remark.hint)})" if remark.hint else ""
    return f"{file}:{remark.line}:{remark.column}: {kind}: {for_terminal(remark.what)}{hint}"


def remarks_document(file: str, remarks: Sequence[Remark]) -> dict[str, Any]:
    level = {True: "error", False: "warning"}
    listed = [
        {
            "line": line, "column": column, "level": level[error], "message": what, "hint": hint,
            **({"file": layer} if layer else {}),
        }
        for line, column, error, what, hint, layer in remarks
    ]  # fmt: skip
    return {"file": file, "remarks": listed}
