"""Whatever a checkout holds, what is proposed can be read, and holds nothing but what we wrote."""

import json
import re

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from mcptest_action.core.authoring.init.choose import Wanted
from mcptest_action.core.authoring.init.model import Repository
from mcptest_action.core.authoring.init.propose import SYSTEMS, InitRequest, propose
from mcptest_action.core.authoring.init.words import key_for, path_in, safe_value, word_in, words_in
from mcptest_action.core.request.config import load_config
from mcptest_action.core.text.errors import InputError

NASTY = ["${{ secrets.X }}", "$(touch x)", "a b", "x'y", 'x"y', "'''", "\\", "\n- run: x", "../x",
         "/etc/x", "-x", "\u202ex", "x.js", "mcp", "@a/b", "", "#x", "a: b", "node x.js", "\x1b[31m",
         "node x.js; rm -rf /", "npx tsx x", "{port}", "http://127.0.0.1:{port}/mcp", "EXPOSE 1"]  # fmt: skip
TEXT = st.sampled_from(NASTY) | st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
SDK = {"@modelcontextprotocol/sdk": "1"}
PACKAGE = st.fixed_dictionaries(
    {"dependencies": st.just(SDK) | JSON, "bin": TEXT | st.dictionaries(TEXT, TEXT) | JSON},
    optional={
        "name": TEXT | JSON, "main": TEXT | JSON, "engines": st.fixed_dictionaries({"node": JSON}),
        "scripts": st.dictionaries(st.sampled_from(["start", "build"]), JSON | TEXT) | JSON,
        "workspaces": JSON,
    },
)  # fmt: skip
ARGUMENT = st.fixed_dictionaries(
    {"type": st.sampled_from(["named", "positional"])},
    optional=dict.fromkeys(
        ("name", "value", "default", "choices", "isRequired", "variables"), JSON
    ),
)
VARIABLE = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["A", "B_KEY", "C D", "PATH", "GH_KEY"]),
        "isRequired": st.just(value=True) | JSON,
    },
    optional=dict.fromkeys(("value", "default", "choices", "isSecret", "format"), JSON),
)
SERVER = st.fixed_dictionaries(
    {
        "packages": st.lists(
            st.fixed_dictionaries(
                {
                    "registryType": st.sampled_from(["npm", "oci"]),
                    "identifier": TEXT | st.just("x-mcp"),
                    "transport": st.fixed_dictionaries(
                        {"type": st.sampled_from(["stdio", "streamable-http"]) | JSON},
                        optional={"url": JSON | TEXT, "variables": JSON},
                    ),
                },
                optional={
                    "packageArguments": st.lists(ARGUMENT, max_size=3) | JSON,
                    "environmentVariables": st.lists(VARIABLE, max_size=3) | JSON,
                },
            ),
            max_size=2,
        )
        | JSON
    }
)
DOCKERFILE = st.lists(
    st.builds(
        "{} {}".format,
        st.sampled_from(["FROM", "EXPOSE", "CMD", "ENTRYPOINT", "ENV", "COPY", "#", "RUN"]),
        TEXT | JSON.map(json.dumps) | st.lists(TEXT, max_size=3).map(json.dumps),
    )
).map("\n".join)
STARTS = ("npm ", "docker ", "A=", "node ", 'GH_KEY="$SERVER_GH_KEY" ')
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
OURS = re.compile(r" (github\.ref|secrets\.[A-Za-z_][A-Za-z0-9_]*) ")


@given(
    PACKAGE, SERVER, DOCKERFILE, st.sampled_from(SYSTEMS), st.sampled_from([None, "stdio", "http"])
)
@example({"name": "x-mcp", "bin": "x.js", "dependencies": SDK}, {}, "EXPOSE \n", "github", "http")
def test_what_is_proposed_reads_back_and_runs_only_what_we_wrote(
    package, server, dockerfile, system, transport
):
    texts = {
        "package.json": json.dumps(package), "server.json": json.dumps(server),
        "Dockerfile": dockerfile,
    }  # fmt: skip
    request = InitRequest(Wanted(transport=transport), system)
    try:
        files = propose(Repository(texts, frozenset(texts)), request).files
    except InputError:
        return
    written = {file.path: file.text for file in files}
    (_,) = load_config(written["mcptest.yml"], "mcptest.yml").servers
    (path,) = written.keys() - {"mcptest.yml", "policy.yml", ".gitignore"}
    text = written[path]
    assert all(OURS.fullmatch(inner) for inner in EXPRESSION.findall(text))
    assert text.count("'''") == (2 if system == "jenkins" else 0)
    assert text.isprintable() or all(line.isprintable() for line in text.split("\n"))
    if system == "github":
        steps = yaml.safe_load(text)["jobs"]["gate"]["steps"]
        commands = [step["run"] for step in steps if "run" in step]
        assert all(command.startswith(STARTS) for command in commands)
        assert not any(re.search(r"[;`]|\$\(|\n", _outside_quotes(command)) for command in commands)
    elif system == "gitlab":
        assert "mcptest" in yaml.safe_load(text)


def _outside_quotes(command):
    return re.sub(r"'[^']*'", "", command.replace("'\\''", ""))


@given(st.binary(max_size=80).map(lambda data: data.decode("latin-1")))
def test_manifests_of_any_text_are_no_reason_to_break(text):
    names = (
        "package.json",
        "pyproject.toml",
        "go.mod",
        "Dockerfile",
        "server.json",
        "requirements.txt",
    )
    try:
        propose(Repository(dict.fromkeys(names, text), frozenset(names)), InitRequest())
    except InputError as error:
        assert "no server was found here" in error.problems[0].what


def test_paths_words_and_values_are_plain_or_nothing():
    assert path_in("./dist/index.js") == "dist/index.js"
    refused = [
        "../x",
        "a/../x",
        "/x",
        "-x",
        "a/-x",
        "a b",
        "a;b",
        "",
        "..",
        "a" * 300,
        None,
        3,
        "a//b",
    ]
    assert [path_in(one) for one in refused] == [None] * len(refused)
    assert path_in("..x/.y") == "..x/.y"
    assert word_in("--port=80") == "--port=80"
    assert [word_in(one) for one in ("a b", "$x", "`x`", "", 3)] == [None] * 5
    assert words_in(["a", "b"]) == ("a", "b")
    assert words_in(["a", "b c"]) is None
    assert words_in("a") is None
    assert [safe_value(one) for one in (True, 3, "x y")] == ["true", "3", "x y"]
    assert [safe_value(one) for one in ("", "a\nb", "${{ x }}", None, 1.5)] == [None] * 5
    assert [key_for(one) for one in ("@a/b.c", "7up", "", "x" * 60)] == [
        "b-c",
        "server",
        "server",
        "x" * 40,
    ]


def test_a_long_line_costs_no_time():
    start = "x=" * 400_000
    texts = {
        "package.json": json.dumps({"scripts": {"start": start}, "dependencies": SDK}),
        "Dockerfile": f"FROM x\nENV {'PORT' * 200_000}\nCMD x\n",
    }
    assert propose(Repository(texts, frozenset(texts)), InitRequest()).chosen.name == "server"
