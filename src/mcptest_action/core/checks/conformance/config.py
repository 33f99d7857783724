"""Everything that decides what is examined, besides the server. In the transcript, for replay."""

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import EraName, Provenance
from mcptest_action.core.protocol.target import Address
from mcptest_action.core.protocol.transcript import (
    Exchange,
    Reader,
    ShapeError,
    fields_of,
    shape,
    spoke_sse,
)
from mcptest_action.core.text import unusable
from .model import Check, Examinee, Probe, Review
from .patience import patience_after
from .poor_hello import insisted_era
from .revision import ASKED, LEGACY, MODERN


class Selection(NamedTuple):
    revisions: tuple[str, ...] = ASKED
    """To be tested where the server speaks them."""
    pinned: bool = False
    """The user named them: one that is not spoken is a failure."""
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()

    def wants(self, check_id: str) -> bool:
        chosen = not self.only or _named(check_id, self.only)
        return chosen and not _named(check_id, self.skip)

    def settles_on(self, revision: str) -> tuple[str, ...]:
        """What a server may offer in place of the revision, so that it is met in that instead.

        Only a client's newest handshake lets a server choose among all that it speaks.
        """
        if self.pinned or revision != self.newest_handshake:
            return ()
        return tuple(older for older in LEGACY if older not in self.revisions)

    @property
    def newest_handshake(self) -> str:
        """The newest revision with a handshake; empty if there is none."""
        return max((asked for asked in self.revisions if asked in LEGACY), default="")


def _named(check_id: str, names: Iterable[str]) -> bool:
    family = check_id.partition("-")[0]
    return any(name in (check_id, family) for name in names)


class ExamConfig(NamedTuple):
    selection: Selection = Selection()
    address: Address = Address()
    patience_s: float | None = None
    """For answers that may never come; None is the user's own timeout. No replay depends on it."""
    insists: EraName | None = None
    """Of a server without any sound hello: the era to which it seems to belong."""

    def wants(self, check: Check, revision: str) -> bool:
        applies = revision in check.revisions and self.address.transport in check.transports
        return applies and self.selection.wants(check.id)

    def seen_in(self, exchanges: Iterable[Exchange]) -> "ExamConfig":
        """With the transport that was spoken, and how long the server took to start."""
        seen = tuple(exchanges)
        address = self.address._replace(sse=spoke_sse(seen))
        patience_s, insists = patience_after(seen), insisted_era(seen)
        return self._replace(address=address, patience_s=patience_s, insists=insists)

    def insists_in(self, revision: str) -> EraName | None:
        """The same, for the meeting in a revision: one hello has to stand for all handshakes."""
        is_asked = revision in (*MODERN, self.selection.newest_handshake)
        return self.insists if is_asked else None

    @property
    def insisted(self) -> str:
        """The revision in which such a server is examined; empty if it said hello."""
        if self.insists is None:
            return ""
        handshake, newest = self.selection.newest_handshake, max(self.selection.revisions)
        return handshake if handshake and self.insists is EraName.LEGACY else newest

    def goes_on_in(self, revision: str) -> bool:
        """Whether we can go on examining a process that was met in it, instead of a new one."""
        return not self.address.http and revision in self.selection.revisions

    def probes(self, server: Examinee) -> tuple[Probe, ...]:
        wanted: Iterator[Probe] = self._with_wanted(_catalogue().PROBES, server.revision)
        return tuple(
            probe
            for probe in wanted
            if (probe.of_locked or not server.locked) and (probe.of_mute or not server.mute)
        )

    def reviews(self, server: Examinee) -> tuple[Review, ...]:
        if server.mute:
            return ()
        wanted: Iterator[Review] = self._with_wanted(_catalogue().REVIEWS, server.revision)
        return tuple(review for review in wanted if review.of_locked or not server.locked)

    def _with_wanted(self, sources: tuple[Any, ...], revision: str) -> Iterator[Any]:
        """What rules at least one wanted check, or gives one something to see.

        A probe without checks is for every revision; any other, for those of its checks.
        """
        for source in sources:
            own = source.checks
            rules = any(self.wants(check, revision) for check in own)
            known = not own or any(revision in check.revisions for check in own)
            informs = getattr(source, "informs", ()) if known else ()
            if rules or any(map(self.selection.wants, informs)):
                yield source


def _catalogue() -> ModuleType:
    # Imported late: reading all checks takes as long as most servers need to start.
    from . import catalogue  # noqa: PLC0415

    return catalogue


def sent_by() -> Mapping[str, Provenance]:
    """What each probe sends, by its id."""
    return {probe.id: probe.sends for probe in _catalogue().PROBES}


def exam_document(config: ExamConfig) -> dict[str, Any]:
    selection = config.selection
    lists = {"revisions", "only", "skip"}
    chosen = {k: list(v) if k in lists else v for k, v in selection._asdict().items()}
    return {"selection": chosen, "place": config.address.document}


def exam_of_document(document: Any, file: str) -> ExamConfig:
    """The configuration as it was written. Anything else is unusable input."""
    try:
        fields = fields_of(document, "conformance", _EXAM)
    except ShapeError as error:
        what = f"the header holds no usable configuration: {error}"
        raise unusable(file, what, "was it recorded by this version?", 1, 1) from None
    return ExamConfig(fields["selection"], fields["place"])


def _selection(value: Any, label: str) -> Selection:
    return Selection(**fields_of(value, label, _SELECTION))


def address_of_document(value: Any, label: str) -> Address:
    return Address(**fields_of(value, label, _PLACE))


_SELECTION: dict[str, Reader] = {
    "revisions": shape.texts,
    "pinned": shape.flag,
    "only": shape.texts,
    "skip": shape.texts,
}
_PLACE: dict[str, Reader] = {
    "http": shape.flag,
    "https": shape.flag,
    "loopback": shape.flag,
    "authority": shape.text,
    "path": shape.text,
    "credentials": shape.flag,
}
_EXAM: dict[str, Reader] = {"selection": _selection, "place": address_of_document}
