"""All facts of a gate, and a reason for each missing one."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.text import did_you_mean
from .catalogue import ARTIFACTS, FACTS, artifact_of, spec_of
from .model import Absent, Document, Fact
from .references import with_kept_references


class FactPool(NamedTuple):
    """What the rules are evaluated against."""

    facts: Mapping[str, Fact]
    absences: Mapping[str, str]
    """Facts whose artifact was given, but does not carry them: name to reason."""

    def absence(self, name: str) -> str:
        """Why this fact is missing."""
        if name in self.absences:
            return self.absences[name]
        if spec_of(name) is not None:
            return f"{name} needs {artifact_of(name).flag}, which was not given"
        hint = did_you_mean(name, FACTS)
        return f"'{name}' is not a known fact" + (f"; {hint}" if hint else "")


def read_facts(documents: Mapping[str, Document], *, now: datetime) -> FactPool:
    """The facts of the artifacts, which are given by their flags."""
    facts: dict[str, Fact] = {}
    absences: dict[str, str] = {}
    documents = with_kept_references(documents)
    for artifact in ARTIFACTS:
        document = documents.get(artifact.flag)
        if document is None:
            continue
        reading, names = artifact.read(document, now), artifact.names(document)
        for name, value in reading.items():
            if isinstance(value, Absent):
                absences[name] = f"{document.file} does not carry {name}: {value.because}"
            else:
                facts[name] = Fact(name, value, document.file, names.get(name, ()))
    return FactPool(facts, absences)
