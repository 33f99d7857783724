"""A secret does not come back, however it is spelt."""

import base64
import json
from urllib.parse import quote, quote_plus

from hypothesis import example, given
from hypothesis import strategies as st

from mcptest_action.shell.redaction import MASK, Redactor

SECRETS = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=8, max_size=40)
AROUND = st.text(max_size=12)


@given(SECRETS, AROUND, AROUND)
@example("p4ss/word+==", "a", "b")
@example("        ", "", "")
def test_no_spelling_survives(secret, before, after):
    redactor = Redactor([secret])
    raw = f"{before}{secret}{after}".encode()
    spellings = [
        secret,
        json.dumps(secret)[1:-1],
        quote(secret, safe=""),
        quote_plus(secret),
        secret.encode().hex(),
        base64.b64encode(secret.encode()).decode(),
        base64.urlsafe_b64encode(secret.encode()).decode(),
    ]
    for spelling in spellings:
        text = f"{before}{spelling}{after}"
        assert MASK in redactor.text(text)
        assert MASK in redactor.data(text.encode()).decode()
    inside = base64.b64encode(raw).decode()
    assert MASK in redactor.text(inside), "also in the middle of a longer base64"


def test_without_secrets_nothing_changes():
    assert Redactor().text("abc") == "abc"
    assert Redactor().data(b"abc") == b"abc"


def test_a_short_value_is_no_secret():
    assert Redactor(["abc"]).text("abc") == "abc"


def test_the_longer_of_two_secrets_goes_first():
    assert Redactor(["secret", "secret-and-more"]).text("secret-and-more") == MASK


def test_json_inside_json_is_masked():
    secret = 'pa"ss/wd\\Zq81'
    inner = json.dumps({"error": f"no {secret}"})
    assert "Zq81" not in Redactor([secret]).text(json.dumps({"text": inner}))
