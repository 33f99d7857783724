"""The checks of what clients with capabilities are asked, on a server that is broken in more ways
than one: each way fails one of them, in every revision that has it.
"""

import pytest
from conformance import examined

NOVEMBER, JULY = "2025-11-25", "2026-07-28"
BOTH = {NOVEMBER, JULY}
WHERE = {
    **dict.fromkeys(
        "ASK-02:schema ASK-03:list ASK-04:format ASK-05:message ASK-10:role ASK-13:mixed".split(),
        BOTH,
    ),
    "ASK-05:id": {NOVEMBER},
    "ASK-09:form": {NOVEMBER},
    "MRTR-03": {JULY},
}
CASES = [(name, transport) for name in WHERE for transport in ("stdio", "http")]


@pytest.mark.parametrize(
    ("broken", "transport"), [*CASES, ("MRTR-09:status", "http")], ids="-".join
)
def test_what_is_broken_fails_one_check(broken, transport, capsys):
    words = ("--only", "ASK", "--only", "MRTR", "--only", "BASE-08", "--timeout", "5s")
    document = examined(capsys, *words, transport=transport, breaks=(broken,))
    failed = {
        (row["id"], revision)
        for row in document["checks"]
        for revision, found in row["revisions"].items()
        if found["status"] == "failed"
    }
    where = WHERE.get(broken, {JULY})
    assert failed == {(broken.partition(":")[0], revision) for revision in where}
