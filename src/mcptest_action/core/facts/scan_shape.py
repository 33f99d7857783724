"""Where a security scan lists its findings, and whether its numbers mean anything."""

from collections.abc import Mapping

from mcptest_action.core.text import unusable
from .completeness import not_whole
from .model import Absent, Document, FactValue, Object

SCHEMA = "mcptest.dev/security/v1"
FLAG = "--security"


def scan_in(document: Document) -> Object:
    """The file as an object that lists findings."""
    data = document.data
    if isinstance(data, list) and data:
        # An empty list could be any file's; only one that holds findings is a list of findings.
        data = {"findings": data}
    if data == []:
        looked_for = 'an empty list does not say what was scanned; write {"findings": []}'
        raise document.not_recognised(FLAG, looked_for)
    data = Document(document.file, data).require_object(SCHEMA, FLAG)
    if not isinstance(data.get("findings"), list):
        raise document.not_recognised(FLAG, "there is no list called 'findings'")
    return data


def entries_of(document: Document, data: Object, key: str) -> list[Object]:
    """The objects under the key. Only our own scans have `referred`."""
    entries = data.get(key)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise unusable(document.file, f"{key} is not a list")
    for position, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            raise unusable(document.file, f"{key}[{position}] is not an object")
    return entries


def why_unknown(data: Object, rules_run: FactValue | Absent) -> Absent | None:
    """Why no number of the scan is known, if so: it isn't the whole, or there was nothing there."""
    if rules_run == 0:
        return Absent("no rule of the scan has looked")
    if why := not_whole(data, "the scan"):
        return why
    scanned = data.get("scanned")
    if isinstance(scanned, Mapping) and scanned and not any(scanned.values()):
        return Absent("nothing was scanned: the server lists nothing")
    return None
