"""Checks of the HTTP transport: each passes on a sound server, and fails on one that breaks it."""

from __future__ import annotations

import pytest
from conformance import examined, statuses

LEGACY = ("2025-06-18", "2025-11-25")
MODERN = ("2026-07-28",)
EVERY = (*LEGACY, *MODERN)
SINCE_NOVEMBER = ("2025-11-25", "2026-07-28")
# Where each check applies. HHDR-02, -13 and -14 ask more of servers without the legacy era.
APPLIES = {
    "HTTP-01": EVERY,
    "HTTP-02": EVERY,
    "HTTP-03": LEGACY,
    "HTTP-04": SINCE_NOVEMBER,
    "HTTP-05": ("2025-06-18",),
    "HTTP-06": EVERY,
    "HTTP-07": LEGACY,
    "HTTP-08": LEGACY,
    "HTTP-09": LEGACY,
    "HTTP-10": LEGACY,
    "HTTP-11": LEGACY,
    "HTTP-12": LEGACY,
    "HTTP-13": LEGACY,
    "HTTP-14": EVERY,
    "HTTP-15": LEGACY,
    "HTTP-16": ("2025-11-25",),
    "HTTP-17": LEGACY,
    "HTTP-18": EVERY,
    "HTTP-20": LEGACY,
    **{f"HHDR-{number:02}": MODERN for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15)},
}
MODERN_ONLY = ("HHDR-02", "HHDR-13", "HHDR-14", "HHDR-14:refused")


def test_a_sound_server_passes_every_check_of_the_transport(capsys):
    document = examined(capsys, "--only", "HTTP", "--only", "HHDR", transport="http")
    for check_id, revisions in APPLIES.items():
        assert statuses(document, check_id) == dict.fromkeys(revisions, "passed"), check_id
    assert statuses(document, "HTTP-19") == dict.fromkeys(EVERY, "passed")
    assert statuses(document, "HTTP-21") == dict.fromkeys(EVERY, "not_applicable")
    assert statuses(document, "HHDR-13") == {"2026-07-28": "not_applicable"}
    assert statuses(document, "HHDR-14") == {"2026-07-28": "not_applicable"}


@pytest.mark.parametrize("check_id", APPLIES)
def test_a_broken_server_fails_just_there(capsys, check_id):
    document = examined(capsys, "--only", check_id, transport="http", breaks=(check_id,))
    assert statuses(document, check_id) == dict.fromkeys(APPLIES[check_id], "failed")
    (row,) = [row for row in document["checks"] if row["id"] == check_id]
    assert row["because"]


def test_a_sound_server_of_the_modern_era_passes(capsys):
    only = ("--only", "HHDR", "--only", "HTTP")
    document = examined(capsys, *only, transport="http", era="modern")
    assert [row["id"] for row in document["checks"] if row["status"] == "failed"] == []
    for check_id in MODERN_ONLY[:3]:
        assert statuses(document, check_id) == {"2026-07-28": "passed"}


@pytest.mark.parametrize("broken", MODERN_ONLY)
def test_a_broken_server_of_the_modern_era_fails(capsys, broken):
    check_id = broken.partition(":")[0]
    document = examined(
        capsys, "--only", check_id, transport="http", era="modern", breaks=(broken,)
    )
    assert statuses(document, check_id) == {"2026-07-28": "failed"}


def test_a_server_without_sessions_has_none_to_look_at(capsys):
    document = examined(capsys, "--only", "HTTP", transport="http", stateless=True)
    assert [row["id"] for row in document["checks"] if row["status"] == "failed"] == []
    for number in range(9, 14):
        found = statuses(document, f"HTTP-{number:02}")
        assert found == dict.fromkeys(LEGACY, "not_applicable")


@pytest.mark.parametrize("check_id", ["HHDR-07", "HHDR-08", "HHDR-09"])
def test_without_calls_names_are_checked_with_prompts(capsys, check_id):
    words = ("--only", check_id, "--calls", "none")
    sound = examined(capsys, *words, transport="http")
    broken = examined(capsys, *words, transport="http", breaks=(check_id,))
    assert statuses(sound, check_id) == {"2026-07-28": "passed"}
    assert statuses(broken, check_id) == {"2026-07-28": "failed"}


def test_without_calls_nothing_is_said_of_arguments_in_headers(capsys):
    document = examined(capsys, "--only", "HHDR-11", "--calls", "none", transport="http")
    assert statuses(document, "HHDR-11") == {"2026-07-28": "not_verified"}
