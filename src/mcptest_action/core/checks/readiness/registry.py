"""What the MCP registry asks for: a valid `server.json`, in step with what it describes."""

from . import package_looks
from . import registry_looks as looks
from .model import Check, Confidence, Criterion, Directory, Look, Total, Weight

READ = "2026-11-19"
_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_TYPES = "https://modelcontextprotocol.io/registry/package-types"
_VERSIONING = "https://modelcontextprotocol.io/registry/versioning"
_REMOTE = "https://modelcontextprotocol.io/registry/remote-servers"
_QUICKSTART = "https://modelcontextprotocol.io/registry/quickstart"
_ON_GITHUB = "https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json"
_CHANGES = f"{_ON_GITHUB}/CHANGELOG.md"
_REQUIREMENTS = f"{_ON_GITHUB}/official-registry-requirements.md"


def _check(fact: str, counts: str, look: Look) -> Check:
    return Check(f"readiness.registry_{fact}", counts, look)


def _left(id_: str, asks: str, left: str, source: str = _TYPES) -> Criterion:
    return Criterion(id_, asks, source, READ, None, left)


REGISTRY = Directory(
    "mcp-registry",
    "registry",
    "the MCP registry",
    (
        Criterion(
            "REG-01",
            "server.json names the current schema, which is that of 2025-12-11.",
            _CHANGES,
            READ,
            _check(
                "schema_outdated",
                "1 where server.json names another schema than the current one, else 0",
                looks.schema_is_current,
            ),
        ),
        Criterion(
            "REG-02",
            "server.json is valid against that schema.",
            _SCHEMA,
            READ,
            _check("invalid", "places where server.json breaks its schema", looks.valid),
        ),
        Criterion(
            "REG-03",
            "server.json keeps the rules that the registry has beyond the schema.",
            _REQUIREMENTS,
            READ,
            _check("refused", "places in server.json that the registry refuses", looks.accepted),
        ),
        Criterion(
            "REG-04",
            "The server tells the version that server.json has.",
            _SCHEMA,
            READ,
            _check(
                "server_differs",
                "1 where the server tells another version than server.json, else 0",
                looks.server_in_step,
            ),
        ),
        Criterion(
            "REG-05",
            "server.json lists the version that the package's own file has.",
            _VERSIONING,
            READ,
            _check(
                "packages_differ",
                "packages listed with another version than their own file has",
                package_looks.package_in_step,
            ),
        ),
        Criterion(
            "REG-06",
            "server.json has the version of one of its packages.",
            _VERSIONING,
            READ,
            _check(
                "release_differs",
                "1 where no package in server.json has its version, else 0",
                package_looks.release_in_step,
            ),
            weight=Weight.ADVISED,
        ),
        Criterion(
            "REG-07",
            "The package.json of an npm package has an mcpName, which is the server's name.",
            _TYPES,
            READ,
            _check(
                "npm_unclaimed",
                "npm packages that do not name this server",
                package_looks.npm_claimed,
            ),
        ),
        Criterion(
            "REG-08",
            "The README of a PyPI package has a line mcp-name: with the server's name.",
            _TYPES,
            READ,
            _check(
                "pypi_unclaimed",
                "PyPI packages that do not name this server",
                package_looks.pypi_claimed,
            ),
        ),
        Criterion(
            "REG-09",
            "A tag that is built names the version of server.json.",
            _VERSIONING,
            READ,
            _check(
                "tag_differs",
                "1 where the tag that is built does not name the version of server.json, else 0",
                looks.tag_in_step,
            ),
            confidence=Confidence.MEDIUM,
            may_wait=True,
        ),
        _left(
            "REG-10",
            "The image of an OCI package has the annotation io.modelcontextprotocol.server.name.",
            "look at the image: its annotations are in no file that we read",
        ),
        _left(
            "REG-11",
            "The README of a NuGet or Cargo package names the server.",
            "look for mcp-name: and the server's name in it, visible for Cargo",
        ),
        _left(
            "REG-12",
            "The packages are published, in the version that server.json lists.",
            "we ask no other service; install them",
            _REQUIREMENTS,
        ),
        _left(
            "REG-13",
            "The packages are on registries that are allowed.",
            "the pages of the registry list different ones; see registryBaseUrl and identifier",
            _REQUIREMENTS,
        ),
        _left(
            "REG-14",
            "The namespace of the name is yours.",
            "mcp-publisher login proves it",
            _QUICKSTART,
        ),
        _left(
            "REG-15",
            "This version was not published before.",
            "we ask no other service; the registry refuses it twice",
            _VERSIONING,
        ),
        _left(
            "REG-16",
            "A remote server can be reached by everybody at its address.",
            "open it from outside your network",
            _REMOTE,
        ),
    ),
    (
        Total(
            "readiness.registry_out_of_step",
            "versions that differ from server.json: of the server, its packages, a tag that is "
            "built",
            ("REG-04", "REG-05", "REG-06", "REG-09"),
            ("REG-04", "REG-05", "REG-06"),
        ),
    ),
)
