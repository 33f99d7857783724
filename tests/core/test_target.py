"""Which server is meant, and where the configuration is wrong.

`fixtures/target/refused/x.yml` gives the problems in `x.txt`; `accepted/x.yml` is described
by `x.json`, the golden file of what we would tell about each server.
"""

import json

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.target.config import COMMAND_KEYS, URL_KEYS, choose
from mcptest_action.core.protocol.target.flags import (
    command_server,
    header_flags,
    url_server,
    with_flags,
)
from mcptest_action.core.protocol.target.model import (
    ClientAuth,
    Command,
    FromEnvironment,
    FromTokenEndpoint,
    Server,
    Url,
    describe,
)
from mcptest_action.core.protocol.target.names import holds_secret, may_be_secret
from mcptest_action.core.protocol.target.server_address import address_of, check_url
from mcptest_action.core.request.config import load_config
from mcptest_action.core.text.errors import InputError


def load_servers(text, file):
    """The servers of a configuration that has nothing else in it."""
    return load_config(text, file).servers


REFUSED = sorted((FIXTURES / "target" / "refused").glob("*.yml"))
ACCEPTED = sorted((FIXTURES / "target" / "accepted").glob("*.yml"))


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_every_problem_is_told_with_its_place(path, golden):
    with pytest.raises(InputError) as caught:
        load_servers(path.read_text(), "mcptest.yml")
    assert all(problem.line for problem in caught.value.problems[:20])
    assert "hunter2" not in str(caught.value)
    golden(path.with_suffix(".txt"), f"{caught.value}\n")


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_what_is_told_about_a_server_holds_no_value_given_to_it(path, golden):
    servers = load_servers(path.read_text(), "mcptest.yml")
    golden(
        path.with_suffix(".json"),
        json.dumps([describe(server) for server in servers], indent=2) + "\n",
    )


def accepted(name):
    text = (FIXTURES / "target" / "accepted" / f"{name}.yml").read_text()
    return load_servers(text, "mcptest.yml")


def refusal(text):
    with pytest.raises(InputError) as caught:
        load_servers(text, "m.yml")
    return str(caught.value)


def one_server(text):
    (server,) = load_servers(f"servers: {{s: {text}}}", "m.yml")
    return server.target


def test_a_server_to_start_and_one_that_runs():
    local, remote = accepted("both-transports")
    assert local == Server(
        "local",
        Command(
            ("python", "server.py", "--port", "8080", "true", "", "a b"),
            {
                "LOG_LEVEL": "debug",
                "RETRIES": "3",
                "API_TOKEN": FromEnvironment("MY_API_TOKEN"),
            },
            "services/api",
        ),
    )
    assert remote == Server(
        "remote",
        Url(
            "https://example.org:8443/mcp?v=1",
            {
                "Accept-Language": "de",
                "X-Api-Key": FromEnvironment("MY_KEY"),
                "Authorization": FromEnvironment("MY_TOKEN", prefix="Bearer "),
            },
            "ca.pem",
            "http://127.0.0.1:3128",
        ),
    )
    assert isinstance(local.target, Command)
    assert isinstance(remote.target, Url)


def test_a_key_with_nothing_behind_it_is_as_good_as_none():
    local, remote = accepted("nothing-behind-a-key")
    assert local.target == Command(("./server",), {}, None)
    assert remote.target == Url("http://[::1]:8080/mcp", {}, None, None)


@pytest.mark.parametrize("name", ["AUTHORIZATION", "x-token", "clientSecret", "ApiKey", "Cookie", "PASSWORD", "credentials"])  # fmt: skip
def test_what_is_named_like_a_secret_must_come_from_the_environment(name):
    assert refusal(f"servers: {{s: {{command: x, env: {{{name}: v}}}}}}") == (
        f"m.yml:1:{len(name) + 35}: servers.s: env.{name} looks like a secret "
        "(write {env: VARIABLE} and set the variable in CI)"
    )
    target = one_server(f"{{command: x, env: {{{name}: {{env: V}}}}}}")
    assert target.env == {name: FromEnvironment("V")}


def test_the_two_kinds_of_server_share_no_key():
    assert set(COMMAND_KEYS) & set(URL_KEYS) == set()


@given(st.text(max_size=40))
def test_any_text_is_servers_or_located_problems(text):
    try:
        load_servers(text, "m.yml")
    except InputError as error:
        assert all(problem.line >= 1 for problem in error.problems)


WORD = st.sampled_from(["''", "~", "x", "[]", "[a, [b]]", "{}", "{env: A}", "{env: }", "http://h", "{a: b}", "{key: b}"])  # fmt: skip


@given(st.dictionaries(st.sampled_from([*COMMAND_KEYS, *URL_KEYS, "x"]), WORD, max_size=4))
def test_any_shape_is_a_server_or_located_problems(fields):
    written = ", ".join(f"{key}: {word}" for key, word in fields.items())
    try:
        target = one_server(f"{{{written}}}")
    except InputError as error:
        assert all(problem.line == 1 for problem in error.problems)
    else:
        assert isinstance(target, Command if "command" in fields else Url)
        assert set(fields) <= set(COMMAND_KEYS if "command" in fields else URL_KEYS)


@pytest.mark.parametrize("name", ["authorization", "Authorization", "AUTHORIZATION"])
def test_a_bearer_token_beside_an_authorization_header_is_a_problem(name):
    text = f"{{url: http://h, headers: {{{name}: {{env: A}}}}, bearer_token_env: B}}"
    assert refusal(f"servers: {{s: {text}}}") == (
        f"m.yml:1:66: servers.s: bearer_token_env is the same header as {name} (keep one of them)"
    )


@pytest.mark.parametrize(
    "text",
    [
        "{url: http://h, headers: {X Y: v}}",
        "{url: http://h, headers: {X: é}}",
        '{url: http://h, headers: {X: "a\\nb"}}',
        "{url: http://h, headers: {X: {env: not a name}}}",
        "{url: http://h, bearer_token_env: $TOKEN}",
        "{command: x, env: {A=B: v}}",
        "{command: x, env: {'': v}}",
        "{url: http://h, headers: {X: ' a'}}",
        "{url: http://h, headers: {X-Y: a, x-y: b}}",
        '{command: x, env: {"A\\0": v}}',
        '{command: x, env: {A: "v\\0"}}',
        '{command: x, args: ["a\\0"]}',
        '{command: "x\\0"}',
        '{command: x, cwd: "a\\0"}',
        '{url: http://h, ca_file: "a\\0"}',
        "{command: bin/}",
    ],
    ids=["header name", "header beyond ASCII", "header of two lines", "variable", "bearer variable",
         "equals sign", "no name", "spaces around", "two spellings", "NUL in a name", "NUL in a value",
         "NUL in an argument", "NUL in a program", "NUL in a folder", "NUL in a file", "only a folder"],
)  # fmt: skip
def test_words_that_no_header_or_variable_can_be_are_problems(text):
    said = refusal(f"servers: {{s: {text}}}")
    assert said.startswith("m.yml:1:")
    assert said.count("m.yml") == 1


def test_what_is_no_variable_is_not_shown_as_it_may_be_the_secret():
    for text in ("headers: {X: {env: ghp-hunter2}}", "bearer_token_env: ghp-hunter2"):
        said = refusal(f"servers: {{s: {{url: http://h, {text}}}}}")
        assert "env is not the name of an environment variable" in said
        assert "hunter2" not in said


def test_words_that_can_be_given_are_taken_as_they_are():
    target = one_server('{command: ./a b, args: ["a\\nb", "é"], env: {a.b-c: "x\\ty", É: ""}}')
    assert target == Command(("./a b", "a\nb", "é"), {"a.b-c": "x\ty", "É": ""}, None)
    assert one_server("{url: http://h, headers: {X: '', Y: a  b}}").headers == {
        "X": "",
        "Y": "a  b",
    }


@pytest.mark.parametrize(
    "text",
    ["{command: x, args: [~]}", "{command: x, args: [a, null]}", "{command: x, env: {A: }}", "{url: http://h, headers: {A: ~}}"],
)  # fmt: skip
def test_nothing_is_not_text(text):
    assert refusal(f"servers: {{s: {text}}}").startswith("m.yml:1:")


LOCAL, REMOTE = Server("local", Command(("x",), {}, None)), Server("remote", Url("u", {}, None, None))  # fmt: skip


@pytest.mark.parametrize(
    ("servers", "name", "chosen"),
    [((LOCAL,), None, LOCAL), ((LOCAL,), "local", LOCAL), ((LOCAL, REMOTE), "remote", REMOTE)],
    ids=["the only one", "the only one by name", "one of two by name"],
)
def test_a_server_is_chosen_by_name_unless_it_is_the_only_one(servers, name, chosen):
    assert choose(servers, name, "m.yml") is chosen


@pytest.mark.parametrize(
    ("servers", "name", "sentence"),
    [
        ((LOCAL, REMOTE), None, "m.yml: there are 2 servers (add --server local|remote)"),
        ((LOCAL, REMOTE), "remotr", "m.yml: there is no server 'remotr' (did you mean remote?)"),
        ((LOCAL, REMOTE), "x", "m.yml: there is no server 'x' (known: local, remote)"),
        ((LOCAL,), "", "m.yml: there is no server '' (known: local)"),
        ((), None, "m.yml: there are no servers (add servers: {NAME: …})"),
        ((), "x", "m.yml: there are no servers (add servers: {NAME: …})"),
    ],
    ids=["several", "misspelt", "unknown", "empty", "none", "none of that name"],
)
def test_a_choice_that_cannot_be_made_names_the_servers(servers, name, sentence):
    with pytest.raises(InputError) as caught:
        choose(servers, name, "m.yml")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "text",
    ["http://h", "https://example.org:8443/mcp?v=1#x", "http://127.0.0.1:8080/mcp", "http://[::1]:1/", "http://h:65535"],
)  # fmt: skip
def test_an_address_is_taken_as_it_is(text):
    assert check_url(text, "--server-url") == text


NOT_HTTP = "'{}' is not an http or https address (for example http://127.0.0.1:8080/mcp)"
ANY_SECRET = (
    "an address must not carry a user name or password (use --header-env Authorization=VARIABLE)"
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", NOT_HTTP), ("x", NOT_HTTP), ("ftp://h", NOT_HTTP), ("//h", NOT_HTTP), ("http://", NOT_HTTP),
        ("http:/h", NOT_HTTP), ("http://:80", NOT_HTTP), ("http://h:0", NOT_HTTP), ("localhost:8080", NOT_HTTP),
        ("http://h:65536", "'{}' is not an address: Port out of range 0-65535"),
        ("http://h:x", "'{}' is not an address: Port could not be cast to integer value as 'x'"),
        ("http://[::1", "'{}' is not an address: Invalid IPv6 URL"),
        ("http://me:hunter2@h", ANY_SECRET), ("http://me@h", ANY_SECRET), ("http://:hunter2@h", ANY_SECRET),
        ("http://@h", ANY_SECRET), ("http://:@h", ANY_SECRET), ("ftp://me:hunter2@h", NOT_HTTP.format("…@h")),
        ("http://h/a b", "'{}' holds characters that no address can"),
        ("http://h/\n", "'{}' holds characters that no address can"),
        ("http://h/ä", "'{}' holds characters that no address can"),
        ("http://h\u00a0/", "'{}' holds characters that no address can"),
    ],
    ids=lambda value: ascii(value) if isinstance(value, str) else "",
)  # fmt: skip
def test_anything_else_is_no_address(text, sentence):
    with pytest.raises(InputError) as caught:
        check_url(text, "--server-url")
    assert str(caught.value) == f"--server-url: {sentence.format(text)}"


@given(st.text(max_size=20) | st.text(max_size=20).map(lambda rest: f"http://{rest}"))
def test_any_text_is_an_address_or_one_sentence(text):
    try:
        assert check_url(text, "--server-url").isascii()
    except InputError as error:
        assert len(error.problems) == 1


@pytest.mark.parametrize(
    "text",
    [
        "ftp://me:hunter2@h", "http://me:hunter2@h:99999", "http://me:hunter2@", "http://me:hunter2@[::1",
        "me:hunter2@h", "http://me:x/hunter2@h", "http://hunter2:hunter2/@h", "http://me:a@hunter2@h:x",
        "http://me:hunter2@h/a b", "http://me:hunter2@h\u2100", "\x00http://me:hunter2@h:x",
    ],
    ids=ascii,
)  # fmt: skip
def test_no_refusal_shows_a_password(text):
    with pytest.raises(InputError) as caught:
        check_url(text, "--server-url")
    assert "hunter2" not in str(caught.value)


def test_an_address_that_is_taken_is_spelt_in_one_way():
    assert check_url("HTTPS://h", "--server-url") == "https://h"
    assert url_server("HTTP://h", {}, None, "Http://p").target == Url(
        "http://h", {}, None, "http://p"
    )
    target = one_server("{url: HTTPS://h/A, proxy: HTTP://p}")
    assert (target.url, target.proxy) == ("https://h/A", "http://p")


@pytest.mark.parametrize("text", ["http://h/\x1b[31m", "http://h/\x00", "http://h/\x7f"], ids=ascii)
def test_an_address_holds_no_control_characters(text):
    with pytest.raises(InputError):
        check_url(text, "--server-url")


@pytest.mark.parametrize(
    ("text", "name", "argv"),
    [
        ("python server.py", "python", ("python", "server.py")),
        ("/usr/bin/node 'my server.js' --a=\"b c\"", "node", ("/usr/bin/node", "my server.js", "--a=b c")),
        (" ./server ", "server", ("./server",)),
        ("a; rm -rf / && $HOME #x", "a;", ("a;", "rm", "-rf", "/", "&&", "$HOME", "#x")),
    ],
    ids=["words", "quotes", "one word", "nothing is done by a shell"],
)  # fmt: skip
def test_a_command_is_split_as_a_shell_would(text, name, argv):
    assert command_server(text) == Server(name, Command(argv, {}, None))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'it is empty (for example "python server.py")'),
        (" \n", 'it is empty (for example "python server.py")'),
        ("python 'server.py", "cannot be split into words: No closing quotation"),
        ("python \\", "cannot be split into words: No escaped character"),
    ],
    ids=["nothing", "blanks", "an open quote", "a backslash at the end"],
)
def test_a_command_that_cannot_be_split_is_refused(text, sentence):
    with pytest.raises(InputError) as caught:
        command_server(text)
    assert str(caught.value) == f"--server-command: {sentence}"


@pytest.mark.parametrize("program", ["", " ", "bin/", "/"])
def test_a_program_without_a_name_is_refused(program):
    with pytest.raises(InputError) as caught:
        command_server(f"'{program}' server.py")
    assert str(caught.value) == (
        f"--server-command: '{program}' is not the name of a program "
        '(for example "python server.py")'
    )


def test_a_server_with_an_address_is_called_by_it():
    headers = {"X": FromEnvironment("V")}
    assert url_server("http://h/mcp", headers, "ca.pem", "http://p:3128") == Server(
        "http://h/mcp", Url("http://h/mcp", headers, "ca.pem", "http://p:3128")
    )
    assert url_server("http://h/mcp", {}, None, None).target == Url("http://h/mcp", {}, None, None)


@pytest.mark.parametrize(
    ("url", "proxy", "sentence"),
    [
        ("h", None, f"--server-url: {NOT_HTTP.format('h')}"),
        ("http://h", "p", f"--proxy: {NOT_HTTP.format('p')}"),
        ("http://h", "", f"--proxy: {NOT_HTTP.format('')}"),
    ],
    ids=["address", "proxy", "empty proxy"],
)
def test_both_addresses_are_checked(url, proxy, sentence):
    with pytest.raises(InputError) as caught:
        url_server(url, {}, None, proxy)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("pairs", "bearer", "headers"),
    [
        ([], None, {}),
        (["X-Api-Key=KEY", "x!#$%&'*+.^_`|~-1=_k9"], None,
         {"X-Api-Key": FromEnvironment("KEY"), "x!#$%&'*+.^_`|~-1": FromEnvironment("_k9")}),
        ([], "TOKEN", {"Authorization": FromEnvironment("TOKEN", prefix="Bearer ")}),
        (["X=A"], "TOKEN", {"X": FromEnvironment("A"), "Authorization": FromEnvironment("TOKEN", prefix="Bearer ")}),
    ],
    ids=["none", "any token of HTTP", "bearer", "both"],
)  # fmt: skip
def test_headers_name_the_variables_that_hold_them(pairs, bearer, headers):
    assert header_flags(pairs, bearer) == headers


@pytest.mark.parametrize(
    "pair",
    ["", "X", "=V", "X=", "X Y=V", "X:=V", "Xä=V", "X\n=V", "X=1V", "X=V W", "X=V=W", "X=V\n", "X=ghp-secret", "X=ä"],
    ids=ascii,
)  # fmt: skip
def test_a_pair_that_is_no_header_and_variable_is_refused(pair):
    with pytest.raises(InputError) as caught:
        header_flags(["Fine=FINE", pair], None)
    assert str(caught.value) == (
        "--header-env: a value is not NAME=VARIABLE "
        "(for example Authorization=MY_TOKEN; the value is read from the environment)"
    )


@pytest.mark.parametrize("bearer", ["", "1", "a b", "a-b", "V\n", "$V"], ids=ascii)
def test_a_bearer_token_is_named_never_given(bearer):
    with pytest.raises(InputError) as caught:
        header_flags([], bearer)
    assert str(caught.value) == (
        "--bearer-token-env: the value is not the name of an environment variable "
        "(letters, digits and _; its value is read from the environment)"
    )


@pytest.mark.parametrize(
    ("pairs", "bearer", "sentence"),
    [
        (["X=A", "X=B"], None, "--header-env: the header X is given twice (keep one of them)"),
        (["X=A", "x=B"], None, "--header-env: the header x is given twice (keep one of them)"),
        (["authorization=A"], "B",
         "--bearer-token-env: --header-env gives the header Authorization already (keep one of them)"),
    ],
    ids=["twice", "in two spellings", "a bearer token beside it"],
)  # fmt: skip
def test_a_header_that_is_given_twice_is_refused(pairs, bearer, sentence):
    with pytest.raises(InputError) as caught:
        header_flags(pairs, bearer)
    assert str(caught.value) == sentence


def test_flags_win_over_the_file_in_any_spelling():
    given = FromEnvironment("A")
    target = Url("http://h", {"x-key": FromEnvironment("B"), "Y": "y"}, "ca.pem", "http://p")
    assert with_flags(target, {}, None, None) == target
    assert with_flags(target, {"X-Key": given}, "other.pem", "HTTP://q") == Url(
        "http://h", {"Y": "y", "X-Key": given}, "other.pem", "http://q"
    )
    with pytest.raises(InputError, match=r"^--proxy: 'q' is not an http or https address"):
        with_flags(target, {}, None, "q")


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "a-b.example:1", "[::1]:8080"])
def test_the_host_to_send_is_a_header_in_the_open(host):
    assert header_flags([], None, host) == {"Host": host}


@pytest.mark.parametrize("host", ["", "a b", "h/path", "http://h", "h:x", "h\r\nX: y", "h:123456"])
def test_what_is_no_host_is_refused(host):
    with pytest.raises(InputError) as caught:
        header_flags([], None, host)
    assert "is not a host (for example localhost:8080)" in str(caught.value)


def test_a_host_is_given_once():
    with pytest.raises(InputError) as caught:
        header_flags(["host=VARIABLE"], None, "localhost")
    assert str(caught.value) == "--host-header: --header-env gives the header Host already"


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("MY_TOKEN", False),
        ("API_KEY_2024", False),
        ("githubEnterpriseServerToken", False),
        ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", True),
        ("sk_live_51HabcdEFGHijklmnop", True),
        ("AKIAIOSFODNN7EXAMPLE", True),
    ],
)
def test_what_looks_like_a_token_is_not_taken_for_the_name_of_a_variable(name, secret):
    assert may_be_secret(name) is secret


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("DB_PASSWORD", "Vq8xTz2LmPw9", True),
        ("my_api_token", "abcdefghijklmnopqrst", True),
        ("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG", True),
        ("POSTGRES_PASSWORD", "postgres", False),
        ("DB_PASSWORD", "correcthorse", False),
        ("SSH_KEY", "/home/somebody/.ssh/id_ed25519", False),
        ("KEYBOARD_LAYOUT", "de-latin1-nodeadkeys", False),
        ("HOME", "a1b2c3d4e5f6a7b8c9d0", False),
    ],
)
def test_a_variable_is_secret_if_its_name_and_its_value_say_so(name, value, secret):
    assert holds_secret(name, value) is secret


def test_client_credentials_become_the_authorization():
    short, long = accepted("client-credentials")
    secret = FromEnvironment("MY_SECRET")
    assert short.target.headers == {
        "Authorization": FromTokenEndpoint("http://127.0.0.1:9000/token", "ci", secret)
    }
    parameters = {"scope": "mcp:read mcp:use", "resource": "https://example.org/mcp"}
    assert long.target.headers["Authorization"] == FromTokenEndpoint(
        "https://login.example.org/oauth/token",
        FromEnvironment("MY_CLIENT"),
        secret,
        ClientAuth.POST,
        {**parameters, "audience": "mcp"},
    )
    assert address_of(short.target).credentials


def test_a_flag_takes_the_place_of_client_credentials():
    short, _ = accepted("client-credentials")
    changed = with_flags(short.target, header_flags((), "TOKEN"), None, None)
    assert changed.headers == {"Authorization": FromEnvironment("TOKEN", prefix="Bearer ")}
