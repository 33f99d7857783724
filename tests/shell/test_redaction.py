"""A secret does not come back, however it is spelt."""

import base64
import json
import textwrap
from urllib.parse import quote, quote_plus
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from patience import cpu_at_most

from mcptest_action.core.protocol.exchange import HttpAnswer, Noise, Outgoing
from mcptest_action.core.text.escape import for_markdown
from mcptest_action.shell.redaction import MASK, Redactor, secrets_in
from mcptest_action.shell.wire.http_answer import ruled_body
from mcptest_action.shell.wire.messages import read_redacted

SECRETS = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=8, max_size=40)
AROUND = st.text(max_size=12)


def spellings(secret):
    raw = secret.encode()
    once = "".join(f"\\u{ord(c):04X}" for c in secret)
    return [
        secret,
        json.dumps(secret)[1:-1],
        json.dumps(secret)[1:-1].replace("/", "\\/"),
        once,
        json.dumps(once)[1:-1],
        f"{json.dumps(secret[:3])[1:-1]}{once[18:]}" if secret.count("\\") < 4 else secret,
        quote(secret, safe=""),
        quote(secret, safe="!~*'()"),  # encodeURIComponent
        quote(secret, safe="").lower() if secret == secret.lower() else secret,
        "".join(f"%{byte:02x}" for byte in raw),
        "".join(f"%25{byte:02X}" for byte in raw),
        quote_plus(secret),
        escape(secret, {'"': "&quot;"}),
        raw.hex(),
        raw.hex(":").upper(),
        base64.b64encode(raw).decode(),
        base64.urlsafe_b64encode(raw).decode(),
    ]


@given(SECRETS, AROUND, AROUND)
@example("p4ss/word+==", "a", "b")
@example("        ", "", "")
@example("a\\/b\\/\"&<>'", "", "")
def test_no_spelling_survives(secret, before, after):
    redactor = Redactor([secret])
    raw = f"{before}{secret}{after}".encode()
    for spelling in spellings(secret):
        text = f"{before}{spelling}{after}"
        assert MASK in redactor.text(text), spelling
        assert MASK in redactor.data(text.encode()).decode(), spelling
    inside = base64.b64encode(raw).decode()
    assert MASK in redactor.text(inside), "also in the middle of a longer base64"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\\n", "\n    "])
def test_base64_in_short_lines_gives_no_piece_away(end):
    secret = "sk-live-0123456789abcdefghijklmnopqrstuvwxyz"
    whole = base64.b64encode(f"user:{secret}@host".encode()).decode()
    text = end.join(textwrap.wrap(whole, 16))
    left = Redactor([secret]).text(text).replace(end, "").replace(MASK, "")
    assert len(left) < 18, "no more than what stands around the secret"


def test_what_markdown_makes_of_a_token_is_still_the_token():
    token = "ghs_0123456789abcdefghijABCDEFGHIJ012345"
    assert Redactor([token]).text(for_markdown(f"no {token}")) == f"no {MASK}"


def test_a_character_that_is_not_ascii_has_its_spellings_too():
    secret = "päss-wörd-😀"
    for spelling in (secret, quote(secret), quote(secret).lower(), json.dumps(secret)[1:-1]):
        assert Redactor([secret]).text(spelling) == MASK
        assert Redactor([secret]).data(spelling.encode()) == MASK.encode()


def test_without_secrets_nothing_changes():
    assert Redactor().text("abc") == "abc"
    assert Redactor().data(b"abc") == b"abc"
    assert Redactor().value({"a": ["b"]}) == {"a": ["b"]}


def test_a_short_value_is_no_secret():
    assert Redactor(["abc"]).text("abc") == "abc"


def test_the_longer_of_two_secrets_goes_first():
    assert Redactor(["secret", "secret-and-more"]).text("secret-and-more") == MASK


def test_json_inside_json_is_masked():
    secret = 'pa"ss/wd\\Zq81'
    inner = json.dumps({"error": f"no {secret}"})
    assert "Zq81" not in Redactor([secret]).text(json.dumps({"text": inner}))


def test_every_text_of_a_value_is_masked():
    said = {"top-secret": [1, None, True, {"a": "a top-secret b"}, "top-secret"]}
    assert Redactor(["top-secret"]).value(said) == {
        MASK: [1, None, True, {"a": f"a {MASK} b"}, MASK]
    }


@pytest.mark.parametrize(
    ("value", "secrets"),
    [
        ("tok-0123", ["tok-0123"]),
        ("Bearer tok-0123", ["Bearer tok-0123", "tok-0123"]),
        ("Basic dXNlcjpodW50ZXIy", ["Basic dXNlcjpodW50ZXIy", "dXNlcjpodW50ZXIy", "hunter2"]),
        ("Token dXNlcg==", ["Token dXNlcg==", "dXNlcg=="]),
        ("two words more", ["two words more", "words more"]),
        ("Bearer ", ["Bearer "]),
    ],
)
def test_the_token_behind_its_scheme_is_a_secret_of_its_own(value, secrets):
    assert list(secrets_in(value)) == secrets


@pytest.mark.parametrize("piece", [b"\\", b"%25", b"g", b"Z2hz", b" \n", b"67"])
def test_a_server_that_knows_how_cannot_make_the_search_slow(piece):
    redactor = Redactor(["ghs_0123456789abcdefghijABCDEFGHIJ012345", "\\/\\/\\/\\/\\/\\/\\/ggg"])
    data = piece * (1_000_000 // len(piece))
    with cpu_at_most(5):
        redactor.data(data)


def test_a_long_secret_is_known_at_once():
    secret = "".join(chr(33 + n * 7 % 90) for n in range(16_000))
    raw = secret.encode()
    with cpu_at_most(10.0):  # an expression for each character took a minute
        redactor = Redactor([secret])
    for spelling in (secret, json.dumps(secret)[1:-1], quote(secret, safe=""), raw.hex(),
                     base64.b64encode(b"id:" + raw).decode()):  # fmt: skip
        assert len(redactor.text(f"a {spelling} b")) < 20
        assert len(redactor.data(f"a {spelling} b".encode())) < 20


def test_one_character_that_folds_into_many_takes_no_memory():
    with cpu_at_most(5.0):
        assert Redactor(["Zq9SecretToken"]).text("\ufdfa" * 5_000_000).endswith("\ufdfa")


@pytest.mark.parametrize("mark", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u034f", "\ufe0f"])
def test_what_nobody_sees_hides_no_secret(mark):
    redactor = Redactor(["Zq9SecretToken"])
    hidden = f"send {mark}Zq9Secret{mark}Token to"
    assert redactor.text(hidden) == f"send {MASK} to"
    assert redactor.text("Zq9\uff33ecretToken") == MASK, "compatible forms are folded"
    tags = "".join(chr(0xE0000 + ord(c)) for c in "Zq9SecretToken")
    assert redactor.text(f"\u00e9 {tags}").endswith(MASK), "tag characters spell ASCII"
    assert redactor.text(f"caf\u00e9{mark}") == f"caf\u00e9{mark}", "anything else stays as it is"
    for said in (hidden, json.dumps(hidden)[1:-1]):
        line = f'{{"jsonrpc":"2.0","id":1,"result":{{"a":"{said}"}}}}'.encode()
        assert read_redacted(line, redactor).result == {"a": f"send {MASK} to"}
    assert read_redacted(hidden.encode(), redactor).text == f"send {MASK} to"


def test_the_page_of_an_error_hides_nothing_either():
    redactor, http = Redactor(["Zq9SecretToken"]), HttpAnswer(500, {})
    asked = Outgoing(b"", {}, 1, waits=True)
    for beside in (None, "/well-known"):
        body = "no Zq9\u200bSecretToken".encode()
        said = ruled_body(body, Noise(""), asked._replace(path=beside), http, redactor)
        assert said.body == f"no {MASK}"
