"""All facts of a gate, and a reason for each missing one."""

from collections.abc import Container, Mapping
from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.text import did_you_mean
from .catalogue import ARTIFACTS, FACTS, artifact_of, doubt_about, family_of, spec_of
from .model import Absent, Document, Fact
from .references import with_kept_references


class FactPool(NamedTuple):
    """What the rules are evaluated against."""

    facts: Mapping[str, Fact]
    absences: Mapping[str, str]
    """Facts whose artifact was given, but does not carry them: name to reason."""
    given: Mapping[str, str] = {}
    """The files of the artifacts, by their flags."""

    def absence(self, name: str) -> str:
        """Why this fact is missing."""
        if name in self.absences:
            return self.absences[name]
        hint = doubt_about(name)
        behind = f"; {hint}" if hint else ""
        if spec_of(name) is None:
            return f"'{name}' is not a known fact{behind}"
        flag = artifact_of(name).flag
        if flag in self.given:
            return f"{self.given[flag]} does not carry {name}{behind or self._near(name)}"
        return f"{name} needs {flag}, which was not given{behind}"

    def _near(self, name: str) -> str:
        """The member that may be meant, where only the artifact knows which there are."""
        family = family_of(name)
        if family is None or family.ids():
            return ""
        meant = did_you_mean(name, (other for other in self.facts if family.id_in(other)))
        return f"; {meant}" if meant else ""

    def shown(self, names: Container[str]) -> list[Fact]:
        """All facts of the catalogue, and those on request that are among the names."""
        always = {name for name, spec in FACTS.items() if not spec.on_request}
        return [
            fact for name, fact in sorted(self.facts.items()) if name in always or name in names
        ]


def read_facts(documents: Mapping[str, Document], *, now: datetime) -> FactPool:
    """The facts of the artifacts, which are given by their flags."""
    facts: dict[str, Fact] = {}
    absences: dict[str, str] = {}
    documents = with_kept_references(documents)
    for artifact in ARTIFACTS:
        document = documents.get(artifact.flag)
        if document is None:
            continue
        reading = {**artifact.read(document, now), **artifact.members(document)}
        names = artifact.names(document)
        for name, value in reading.items():
            if isinstance(value, Absent):
                absences[name] = f"{document.file} does not carry {name}: {value.because}"
            else:
                facts[name] = Fact(name, value, document.file, names.get(name, ()))
    given = {flag: document.file for flag, document in documents.items()}
    return FactPool(facts, absences, given)
