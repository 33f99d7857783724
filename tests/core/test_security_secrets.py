"""Secrets are found by their form, shown to nobody, and not seen where there are none."""

import pytest
from patience import cpu_at_most

from mcptest_action.core.checks.probes.leak_patterns import SECRETS
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.load import load_dump
from mcptest_action.core.checks.security.model import ScanInput, scan_input_of
from mcptest_action.core.checks.security.secrets import (
    SECRET_KINDS,
    named_in,
    secrets_in,
    without_secrets,
)

RANDOM = "q8Zr2Lw0Tn5Vx9Kb3Mh7Yd1Pf6Gs4Jc0Xa8Wu2Ei5Ro9Zk3Qb7Vn1Hm6Tl4Dy0Cg8Sp2Fj5"
HEX = "9c1f7a3e5b8d2046e1c7a9f3b5d80246c9e1f7a3b5d8024691c7f3ab5d80e246"
MADE = {
    "a private key": f"-----BEGIN RSA PRIVATE KEY-----\n{RANDOM}\n-----END RSA PRIVATE KEY-----",
    "an AWS access key": "AKIA" + "Q7ZP3LW9TNB5VX2K",
    "a GitHub token": "ghp_" + RANDOM[:36],
    "a Slack token": "xoxb-" + RANDOM[:30],
    "a Google key": "AIza" + RANDOM[:35],
    "an API key": "sk-" + RANDOM[:40],
    "a password in an address": "postgres://clerk:Tr0ub4dor@sql.acme-tools.com/x",
    "a JSON Web Token": f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ3YXJlaG91c2UifQ.{RANDOM[:43]}",
    "a GitLab token": "glpat-" + RANDOM[:20],
    "an npm token": "npm_" + RANDOM[:36],
    "a PyPI token": "pypi-AgEI" + RANDOM[:60],
    "a Hugging Face token": "hf_" + RANDOM[:34],
    "a Stripe key": "sk_live_" + RANDOM[:24],
    "a SendGrid key": f"SG.{RANDOM[:22]}.{RANDOM[20:63]}",
    "a DigitalOcean token": "dop_v1_" + HEX,
    "a Shopify token": "shpat_" + HEX[:32],
    "a Telegram bot token": "807416352:AA" + RANDOM[:33],
    "a storage account key": f"AccountKey={RANDOM}==",
    "a bearer token": f"Authorization: Bearer {RANDOM[:30]}",
}


def test_every_kind_has_an_example():
    assert set(MADE) == {kind for kind, _ in SECRET_KINDS}
    assert set(SECRETS) < set(SECRET_KINDS)


@pytest.mark.parametrize("kind", MADE)
def test_a_secret_is_found_and_not_shown(kind):
    text = f"before {MADE[kind]} after"
    assert [secret.kind for secret in secrets_in(text)] == [kind]
    (secret,) = secrets_in(text)
    for shown in (secret.shown, without_secrets(text)):
        assert "…" in shown
        assert MADE[kind] not in shown
        assert RANDOM[4:16] not in shown
        assert "Tr0ub4dor" not in shown


@pytest.mark.parametrize(
    "text",
    [
        "AKIAIOSFODNN7EXAMPLE",
        "sk-your-key-goes-here-000000",
        "glpat-xxxxxxxxxxxxxxxxxxxx",
        "ghp_" + "ab1" * 12,
        "-----BEGIN PRIVATE KEY----- and the rest of it",
        "postgres://user:password@host/db",
        "redis://cache:cache@redis.acme-tools.com",
        "mysql://root:Tr0ub4dor@localhost:3306/x",
        "mysql://root:Tr0ub4dor@db.example.com",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibiI6IkoifQ.SflKxwRJSMeKKF2QT4fwpMeJf36P",
        "nothing at all",
    ],
)
def test_a_placeholder_is_none(text):
    assert list(secrets_in(text)) == []


def test_in_use_the_machine_does_not_matter():
    text = "mysql://root:Tr0ub4dor@localhost:3306/x"
    (secret,) = secrets_in(text, in_use=True)
    assert "Tr0ub4dor" not in secret.shown


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"DB_PASSWORD": "corsair-Lamp-42"}', ["DB_PASSWORD"]),
        (r"{\"DB_PASSWORD\": \"corsair-Lamp-42\"}", ["DB_PASSWORD"]),
        ("export MY_API_TOKEN=quvwxyztpm", ["MY_API_TOKEN"]),
        ("password: corsair42\nport: 80", ["password"]),
        (
            '{"credentials": "corsair-Lamp-42", "privateKey": "corsair(42)"}',
            ["credentials", "privateKey"],
        ),
        ('{"secret": "corsair-Lamp-42", "token": "corsair-Lamp-42-oak"}', ["secret", "token"]),
        ("password: required by 10,000 servers", []),
        ("___=corsair-Lamp-42", []),
        ('{"token": "corsair-Lamp-4", "secret": "somewhere"}', []),
        ('{"public_key": "corsair-Lamp-42", "page_token": "corsair-Lamp-42"}', []),
        ("GITHUB_TOKEN=ghp_" + RANDOM[:36], []),
    ],
)
def test_a_secret_is_known_by_the_name_beside_it(text, names):
    found = list(named_in("", text))
    assert [pair.name for pair in found] == names
    assert not any(pair.value in without_secrets(text) for pair in found)
    assert names or without_secrets(text) == text or "ghp_" in text


def ground_with(text: str) -> ScanInput:
    return scan_input_of(load_dump({"tools": [{"name": "t", "description": text}]}, "x").surface)


@pytest.mark.parametrize(
    "bait",
    [
        " ", "\n", "\n ", "<", "<a ", "<script ", "<a onabc ", "`", "``` a", "http://", "\u200b",
        "\u200e", "\u2066", "\U000e0041", "\\u001b[", "eyJaaaaaaaaaaa.", "sk-", "a://b:cde",
        "-----BEGIN PRIVATE KEY-----", "%41", "QUFB", "/home/a", "../", "Authorization: Bearer ",
        "a=", "password=", 'token:"', "secret.", "a-token ",
    ],
)  # fmt: skip
def test_no_text_takes_a_rule_long(bait):
    inputs = ground_with(bait * (200_000 // len(bait)))
    with cpu_at_most(10):
        for rule in RULES:
            if rule.id.startswith(("OBF", "SEC", "NAM", "SCH", "CAP")):
                list(rule.find(inputs))
        list(named_in("", inputs.texts[-1].raw))
