"""The rules for the MCP registry, as a pack."""

from .directory import directory_pack

_TEXT = """\
# What the MCP registry asks of server.json, and of the packages that it lists.
# Give the gate the file: --server-json server.json
# A version left to the build, and a tag where none is built, are not compared:
# readiness.registry_packages_differ and readiness.registry_tag_differs ask for both.
version: "1.0"
rules:
  # REG-01, read 2026-11-19:
  # https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/CHANGELOG.md
  - id: registry-schema
    description: "server.json names the current schema, which is that of 2025-12-11."
    fact: readiness.registry_schema_outdated
    max: 0
  # REG-02, read 2026-11-19:
  # https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
  - id: registry-valid
    description: "server.json is valid against that schema."
    fact: readiness.registry_invalid
    max: 0
  # REG-03, read 2026-11-19:
  # https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/official-registry-requirements.md
  - id: registry-accepted
    description: "server.json keeps the rules that the registry has beyond the schema."
    fact: readiness.registry_refused
    max: 0
  # REG-07, read 2026-11-19:
  # https://modelcontextprotocol.io/registry/package-types
  - id: registry-npm-name
    description: "The package.json of an npm package has an mcpName, which is the server's name."
    fact: readiness.registry_npm_unclaimed
    max: 0
  # REG-08, read 2026-11-19:
  # https://modelcontextprotocol.io/registry/package-types
  - id: registry-pypi-name
    description: "The README of a PyPI package has a line mcp-name: with the server's name."
    fact: readiness.registry_pypi_unclaimed
    max: 0
  # REG-04, REG-05, REG-06 and REG-09, read 2026-11-19:
  # https://modelcontextprotocol.io/registry/versioning
  - id: registry-in-step
    description: "No version that is told differs: of server, packages, or a tag that is built."
    fact: readiness.registry_out_of_step
    max: 0
"""
REGISTRY = directory_pack("mcp-registry", "1", _TEXT)
