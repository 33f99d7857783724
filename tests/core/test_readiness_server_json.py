"""`server.json`: what its schema and the registry refuse, each seen to be refused."""

import pytest
from readiness import PYPI, SERVER_JSON, files, of_registry

from mcptest_action.core.checks.readiness import Status, check_server_json
from mcptest_action.core.text.errors import InputError

NPM = SERVER_JSON["packages"][0]
REMOTE = {"type": "streamable-http", "url": "https://records.example/mcp"}
PUBLISHER = "io.modelcontextprotocol.registry/publisher-provided"
WHOLE = {
    **SERVER_JSON,
    "title": "Records",
    "websiteUrl": "https://records.example",
    "repository": {
        "url": "https://github.com/me/records", "source": "github", "subfolder": "a/b", "id": "7",
    },
    "icons": [
        {"src": "https://records.example/a.png", "mimeType": "image/png", "sizes": ["48x48", "any"], "theme": "dark"},
    ],
    "packages": [
        {
            **NPM,
            "runtimeHint": "npx",
            "runtimeArguments": [{"type": "named", "name": "--port", "value": "8080", "isRepeated": False}],
            "packageArguments": [
                {"type": "positional", "valueHint": "folder"},
                {"type": "positional", "value": "{a}", "variables": {"a": {"format": "filepath"}}},
            ],
            "environmentVariables": [{"name": "PORT", "isRequired": True, "choices": ["1"]}],
        },
        {**PYPI, "transport": {"type": "sse", "url": "http://127.0.0.1:{PORT}/{--port}"},
         "environmentVariables": [{"name": "PORT"}],
         "runtimeArguments": [{"type": "named", "name": "--port"}]},
        {"registryType": "oci", "identifier": "x.example/me/records:1.2.0", "transport": {"type": "stdio"}},
        {
            "registryType": "mcpb", "identifier": "https://github.com/me/r/releases/r.mcpb",
            "fileSha256": "0" * 64, "transport": {"type": "stdio"},
        },
    ],
    "remotes": [
        {
            "type": "streamable-http", "url": "https://{tenant}.records.example/mcp",
            "variables": {"tenant": {"isRequired": True}}, "headers": [{"name": "X-Key", "isSecret": True}],
        },
        {"type": "sse", "url": "https://records.example/sse"},
    ],
    "_meta": {PUBLISHER: {"tool": "ci"}},
}  # fmt: skip


def found(criterion, **changes):
    """The pointers and sentences of what is wrong, after these changes; None takes one away."""
    made = {name: value for name, value in {**WHOLE, **changes}.items() if value is not None}
    row = of_registry(files(made))[criterion]
    return [(finding.pointer, finding.because) for finding in row.findings]


def of_package(criterion, **changes):
    package = {name: value for name, value in {**NPM, **changes}.items() if value is not None}
    return found(criterion, packages=[package])


def of_remote(criterion, **changes):
    return found(criterion, remotes=[{**REMOTE, **changes}])


def test_a_file_with_everything_in_it_is_valid_and_accepted():
    assert found("REG-02") == []
    assert found("REG-03") == []


@pytest.mark.parametrize(
    ("changes", "pointer", "because"),
    [
        ({"$schema": [1]}, "/$schema", "$schema is a list, not text"),
        ({"name": None}, "/name", "name is missing"),
        ({"name": 7}, "/name", "name is a number, not text"),
        ({"name": "a/"}, "/name", "name has 2 characters, and needs 3"),
        ({"name": "records"}, "/name", "name is not a namespace, a slash and a name"),
        ({"name": "a/b/c"}, "/name", "name is not a namespace, a slash and a name"),
        ({"name": "a/" + "b" * 199}, "/name", "name has 201 characters, of 200 at most"),
        ({"description": None}, "/description", "description is missing"),
        ({"description": ""}, "/description", "description has 0 characters, and needs 1"),
        ({"description": "x" * 101}, "/description", "description has 101 characters, of 100 at most"),
        ({"version": None}, "/version", "version is missing"),
        ({"version": "1" * 256}, "/version", "version has 256 characters, of 255 at most"),
        ({"title": ""}, "/title", "title has 0 characters, and needs 1"),
        ({"websiteUrl": "records.example"}, "/websiteUrl", "websiteUrl is not an absolute URI"),
        ({"repository": "https://x"}, "/repository", "repository is text, not an object"),
        ({"repository": {"source": "github"}}, "/repository/url", "url is missing"),
        ({"repository": {"url": "https://github.com/a/b"}}, "/repository/source", "source is missing"),
        ({"icons": {}}, "/icons", "icons is an object, not a list"),
        ({"icons": [{}]}, "/icons/0/src", "src is missing"),
        ({"icons": [{"src": "https://x", "mimeType": "image/gif"}]}, "/icons/0/mimeType",
         "mimeType is none of image/png, image/jpeg, image/jpg, image/svg+xml, image/webp"),
        ({"icons": [{"src": "https://x", "theme": "blue"}]}, "/icons/0/theme", "theme is none of light, dark"),
        ({"icons": [{"src": "https://x", "sizes": ["big"]}]}, "/icons/0/sizes",
         "sizes has an entry that is not like 48x48, or any"),
        ({"icons": [{"src": "https://x", "sizes": [1]}]}, "/icons/0/sizes/0",
         "an entry of sizes is a number, not text"),
        ({"icons": [{"src": "https://x", "sizes": "any"}]}, "/icons/0/sizes", "sizes is text, not a list"),
        ({"packages": [True]}, "/packages/0", "an entry of packages is a boolean, not an object"),
        ({"remotes": [None]}, "/remotes/0", "an entry of remotes is null, not an object"),
        ({"remotes": [{**REMOTE, "type": "stdio"}]}, "/remotes/0/type", "type is none of streamable-http, sse"),
        ({"remotes": [{"type": "sse"}]}, "/remotes/0/url", "url is missing"),
        ({"remotes": [{**REMOTE, "url": "ws://x"}]}, "/remotes/0/url", "url is not a URL with http or https"),
        ({"remotes": [{**REMOTE, "headers": [{}]}]}, "/remotes/0/headers/0/name", "name is missing"),
        ({"remotes": [{**REMOTE, "variables": []}]}, "/remotes/0/variables", "variables is a list, not an object"),
        ({"remotes": [{**REMOTE, "variables": {"a/b": 1}}]}, "/remotes/0/variables/a~1b",
         "a/b is a number, not an object"),
        ({"_meta": []}, "/_meta", "_meta is a list, not an object"),
        ({"_meta": {PUBLISHER: 1}}, f"/_meta/{PUBLISHER.replace('/', '~1')}", f"{PUBLISHER} is a number, not an object"),
    ],
)  # fmt: skip
def test_the_schema_refuses(changes, pointer, because):
    assert found("REG-02", **changes) == [(pointer, because)]


@pytest.mark.parametrize(
    ("changes", "pointer", "because"),
    [
        ({"registryType": None}, "registryType", "registryType is missing"),
        ({"registryType": None, "registry_type": "npm"}, "registryType",
         "registryType is missing; registry_type is how it was called before 2025-09-16"),
        ({"identifier": None}, "identifier", "identifier is missing"),
        ({"version": ""}, "version", "version has 0 characters, and needs 1"),
        ({"version": "latest"}, "version", "version is latest, which is no version"),
        ({"registryBaseUrl": "x"}, "registryBaseUrl", "registryBaseUrl is not an absolute URI"),
        ({"fileSha256": "A" * 64}, "fileSha256", "fileSha256 is not 64 hexadecimal digits in lower case"),
        ({"transport": None}, "transport", "transport is missing"),
        ({"transport": "stdio"}, "transport", "transport is text, not an object"),
        ({"transport": {}}, "transport/type", "type is missing"),
        ({"transport": {"type": "http"}}, "transport/type", "type is none of stdio, streamable-http, sse"),
        ({"runtimeArguments": {}}, "runtimeArguments", "runtimeArguments is an object, not a list"),
        ({"packageArguments": [{"type": "flag"}]}, "packageArguments/0/type", "type is none of positional, named"),
        ({"packageArguments": [{"type": "named"}]}, "packageArguments/0/name", "name is missing"),
        ({"packageArguments": [{"type": "positional"}]}, "packageArguments/0",
         "a positional argument has neither value nor valueHint"),
        ({"packageArguments": [{"type": "named", "name": "-a", "isRepeated": 1}]}, "packageArguments/0/isRepeated",
         "isRepeated is a number, not true or false"),
        ({"environmentVariables": [{"name": "A", "format": "int"}]}, "environmentVariables/0/format",
         "format is none of string, number, boolean, filepath"),
        ({"environmentVariables": [{"name": "A", "variables": {"b": {"isSecret": "no"}}}]},
         "environmentVariables/0/variables/b/isSecret", "isSecret is text, not true or false"),
    ],
)  # fmt: skip
def test_the_schema_refuses_in_a_package(changes, pointer, because):
    assert of_package("REG-02", **changes) == [(f"/packages/0/{pointer}", because)]


@pytest.mark.parametrize(
    ("changes", "pointer", "because"),
    [
        ({"name": "-a/b"}, "/name", "name: both sides of the one slash begin and end with a letter or a digit"),
        ({"name": "aa/b_"}, "/name", "name: both sides of the one slash begin and end with a letter or a digit"),
        ({"version": "latest"}, "/version", "version is latest, which is no version"),
        ({"version": "^1.2.0"}, "/version", "version ^1.2.0 is a range, not one version"),
        ({"title": "  "}, "/title", "title is only spaces"),
        ({"websiteUrl": "http://x.example"}, "/websiteUrl", "websiteUrl does not begin with https://"),
        ({"icons": [{"src": "data:x"}]}, "/icons/0/src", "src does not begin with https://"),
        ({"repository": {"url": "https://x.example/a/b", "source": "own"}}, "/repository/source",
         "source is neither github nor gitlab"),
        ({"repository": {"url": "https://github.com/a", "source": "github"}}, "/repository/url",
         "url is not the address of a repository on github"),
        ({"repository": {"url": "https://gitlab.com/a/b/c", "source": "gitlab", "subfolder": "../x"}},
         "/repository/subfolder", "subfolder is not a plain relative path"),
        ({"_meta": {PUBLISHER: {"a": "x" * 5000}}}, f"/_meta/{PUBLISHER.replace('/', '~1')}",
         f"{PUBLISHER} has 5008 bytes, of 4096 at most"),
    ],
)  # fmt: skip
def test_the_registry_refuses(changes, pointer, because):
    assert found("REG-03", **changes) == [(pointer, because)]


@pytest.mark.parametrize(
    ("changes", "pointer", "because"),
    [
        ({"identifier": "my records"}, "identifier", "identifier has a space in it"),
        ({"version": "1.x"}, "version", "version 1.x is a range, not one version"),
        ({"version": None}, "version", "version is missing, and npm packages need one"),
        ({"registryType": "mcpb", "identifier": "https://x/mcp"}, "fileSha256",
         "fileSha256 is missing, and mcpb packages need it"),
        ({"registryType": "mcpb", "identifier": "https://x/r.zip", "fileSha256": "0" * 64}, "identifier",
         "identifier of an mcpb package does not hold mcp"),
        ({"transport": {"type": "stdio", "url": "http://x"}}, "transport/url", "url beside type stdio, which has none"),
        ({"transport": {"type": "sse", "url": "http://x:{PORT}"}}, "transport/url",
         "url names a variable PORT that is not defined"),
        ({"packageArguments": [{"type": "named", "name": "--port 80"}]}, "packageArguments/0/name",
         "name of an argument holds more than the flag"),
        ({"packageArguments": [{"type": "named", "name": "--port", "value": "--port=80"}]}, "packageArguments/0/value",
         "value begins with the flag, which stands in name"),
    ],
)  # fmt: skip
def test_the_registry_refuses_in_a_package(changes, pointer, because):
    assert of_package("REG-03", **changes) == [(f"/packages/0/{pointer}", because)]


@pytest.mark.parametrize(
    ("url", "because"),
    [
        ("http://records.example", "url of a remote does not begin with https://"),
        ("https://localhost/mcp", "url of a remote leads to the machine itself"),
        ("http://a.localhost:8080", "url of a remote leads to the machine itself"),
        ("http://127.0.0.1/mcp", "url of a remote leads to the machine itself"),
        ("https://localhost.example/mcp", None),
        ("https://{tenant}.example", "url names a variable tenant that is not defined"),
        ("https://[x", None),
    ],
)
def test_the_registry_refuses_remotes(url, because):
    expected = [("/remotes/0/url", because)] if because else []
    assert of_remote("REG-03", url=url) == expected


SCHEMAS = "https://static.modelcontextprotocol.io/schemas/"


@pytest.mark.parametrize(
    ("named", "because"),
    [
        (None, "$schema is missing"),
        (f"{SCHEMAS}2025-09-29/server.schema.json", "$schema is 2025-09-29, not 2025-12-11"),
        (f"{SCHEMAS}draft/server.schema.json", "$schema is draft, not 2025-12-11"),
        ("https://x.example/server.json", "$schema is https://x.example/server.json, not 2025-12-11"),
        ("x" * 99, f"$schema is {'x' * 59}…, not 2025-12-11"),
    ],
)  # fmt: skip
def test_a_schema_that_is_not_the_current_one_is_found(named, because):
    assert found("REG-01", **{"$schema": named}) == [("/$schema", because)]


def test_a_schema_newer_than_ours_is_not_checked():
    made = {**WHOLE, "$schema": f"{SCHEMAS}2027-01-31/server.schema.json"}
    row = of_registry(files(made))["REG-01"]
    assert row.status is Status.NOT_CHECKED
    assert row.because == "$schema names 2027-01-31, and the newest schema known here is 2025-12-11"


def test_a_finding_in_a_package_is_the_same_wherever_the_package_stands():
    bad = {**NPM, "transport": {}}
    marks = []
    for packages in ([bad, PYPI], [PYPI, bad]):
        (finding,) = of_registry(files({**WHOLE, "packages": packages}))["REG-02"].findings
        marks.append((finding.subject.name, finding.fingerprint))
    assert marks[0] == marks[1]
    assert marks[0][0] == "/packages/@me/records/transport/type"
    nameless = {"registryType": "npm", "transport": {"type": "stdio"}, "version": "1"}
    (finding,) = of_registry(files({**WHOLE, "packages": [nameless]}))["REG-02"].findings
    assert finding.subject.name == finding.pointer == "/packages/0/identifier"
    row = of_registry(files({**WHOLE, "remotes": ["x"]}))["REG-02"]
    assert [f.subject.name for f in row.findings] == ["/remotes/0"]


def test_the_same_problem_is_told_once():
    icon = {"src": "https://x", "sizes": ["big", "huge"]}
    assert len(found("REG-02", icons=[icon])) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "server.json:1:1: holds a list, not an object (a server.json describes one server)"),
        ("", "server.json:1:1: the file is empty"),
    ],
)
def test_what_is_no_object_is_unusable(text, sentence):
    with pytest.raises(InputError) as refused:
        check_server_json(text, "server.json")
    assert str(refused.value).startswith(sentence)
    if text:
        row = of_registry(files(text))["REG-02"]
        assert (row.status, row.because) == (
            Status.NOT_CHECKED, "server.json does not hold an object",
        )  # fmt: skip
