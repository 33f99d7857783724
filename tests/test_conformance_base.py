"""The checks of JSON-RPC and of stdio, on a server that is broken in more ways than one."""

import pytest
from conformance import examined, statuses
from patience import patiently

LEGACY = {"2025-06-18", "2025-11-25"}
SINCE_NOVEMBER = {"2025-11-25", "2026-07-28"}
MODERN = {"2026-07-28"}
ALL = LEGACY | MODERN
EVERYWHERE = {
    **dict.fromkeys(
        """BASE-01 BASE-01:old-jsonrpc BASE-01:both BASE-01:array BASE-02 BASE-02:zero BASE-03
        BASE-03:code-as-text BASE-04 BASE-05 BASE-06 BASE-06:dies BASE-08 BASE-09 BASE-10
        BASE-10:stray BASE-11 BASE-12:grammar BASE-13 BASE-16 BASE-17 BASE-18 BASE-21
        BASE-21:dies""".split(),
        ALL,
    ),
    "BASE-07": LEGACY,
    "BASE-12": SINCE_NOVEMBER,
    "BASE-19": MODERN,
    "BASE-20": MODERN,
}
OVER_HTTP = dict.fromkeys(["BASE-01:neither", "BASE-14", "BASE-15", "HTTP-32"], ALL)
OVER_STDIO = dict.fromkeys(
    """STDIO-01 STDIO-01:blank STDIO-01:log STDIO-02 STDIO-02:two-in-one STDIO-03
    STDIO-07""".split(),
    ALL,
)
CASES = [
    *((name, "http", where) for name, where in {**EVERYWHERE, **OVER_HTTP}.items()),
    *((name, "stdio", where) for name, where in {**EVERYWHERE, **OVER_STDIO}.items()),
]


@pytest.mark.parametrize(("broken", "transport", "where"), CASES)
def test_what_is_broken_is_found_in_every_revision_that_has_it(broken, transport, where, capsys):
    check = broken.partition(":")[0]

    def is_found(timeout_s):
        words = ("--only", check, "--timeout", f"{timeout_s}s")
        document = examined(capsys, *words, transport=transport, breaks=(broken,))
        found = statuses(document, check)
        assert {revision for revision, status in found.items() if status == "failed"} == where

    patiently(is_found)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_sound_server_of_one_era_meets_all_of_them(transport, era, capsys):
    words = ("--only", "BASE", "--only", "STDIO")
    document = examined(capsys, *words, transport=transport, era=era)
    bad = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert bad == {}
    assert document["incomplete"] is None


def test_without_calls_nothing_is_called_and_nothing_is_green_for_it(capsys, tmp_path):
    transcript = tmp_path / "t.jsonl"
    words = ("--only", "BASE-21", "--only", "STDIO-07", "--calls", "none")
    document = examined(capsys, *words, "--transcript", str(transcript))
    assert set(statuses(document, "BASE-21").values()) == {"not_verified"}
    assert set(statuses(document, "STDIO-07").values()) == {"passed"}
    assert "tools/call" not in transcript.read_text()
