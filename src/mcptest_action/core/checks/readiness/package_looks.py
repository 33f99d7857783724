"""What is looked at in the own files of the packages that `server.json` lists."""

from collections.abc import Callable
from typing import NamedTuple

from mcptest_action.core.text import plural
from .model import (
    Flaw,
    Found,
    Look,
    Looked,
    Material,
    NotApplicable,
    NotChecked,
    RegistryFiles,
    Subject,
    Unseen,
)
from .packages import (
    NPM,
    PYPI,
    Listed,
    Manifest,
    declares,
    listed,
    manifest_of,
    unplaced,
)
from .registry_looks import differs, published_in, with_file
from .server_json_rules import VERSIONED
from .shape import Holder, cut
from .versions import same_release


class LeftToBuild(NamedTuple):
    """Why only the build tells it."""

    because: str


Said = str | Unseen | LeftToBuild
"""A flaw, empty where there is none; or why nobody can say."""


def _releases(root: Holder, _files: RegistryFiles, _material: Material) -> Found:
    published = published_in(root)
    packages = [each for kind in VERSIONED for each in listed(root, kind)]
    versions = {each.version for each in packages if each.version}
    if isinstance(published, NotChecked):
        return published
    at, unseen = plural(len(packages), "package"), tuple(unplaced(root, VERSIONED))
    if unseen:
        # The one that nobody can place may be the one that has the version.
        return Looked(at, unseen=unseen)
    if packages and not versions:
        return NotChecked("no package in server.json has a version")
    if not versions:
        return NotApplicable("server.json lists no package with a version")
    if any(same_release(published, each) for each in versions):
        return Looked(at)
    told = ", ".join(cut(each) for each in sorted(versions))
    because = f"server.json is of version {cut(published)}, and its packages of {told}"
    return Looked(at, (differs("server.json", "version", because),))


release_in_step = with_file(_releases)


def _each_package(
    kinds: tuple[str, ...], because_of: Callable[[Listed, Manifest, str], Said]
) -> Look:
    """Looks at the own files of all packages of these kinds. One that nobody could look at takes
    the criterion its number, whatever is found in the others.
    """

    def look(root: Holder, files: RegistryFiles, _material: Material) -> Found:
        packages = [each for kind in kinds for each in listed(root, kind)]
        flaws, unseen, left = [], list(unplaced(root, kinds)), []
        if not packages and not unseen:
            return NotApplicable(f"server.json lists no package of {' or '.join(kinds)}")
        for package in packages:
            manifest = manifest_of(package, root, files.beside)
            said = (
                Unseen(manifest)
                if isinstance(manifest, str)
                else because_of(package, manifest, root.text("name"))
            )
            if isinstance(said, Unseen):
                unseen.append(said.because)
            elif isinstance(said, LeftToBuild):
                left.append(said.because)
            elif said:
                subject = Subject("package", package.name)
                flaws.append(Flaw(subject, package.pointer, said, package.type))
        at = plural(len(packages), "package")
        return Looked(at, tuple(flaws), tuple(unseen), tuple(left))

    return with_file(look)


def _version_of(package: Listed, manifest: Manifest, _server: str) -> Said:
    if manifest.version is None:
        return LeftToBuild(f"{manifest.file} leaves its version to the build")
    if same_release(package.version, manifest.version):
        return ""
    listed_as = cut(package.version) if package.version else "none"
    return (
        f"{manifest.file} is of version {cut(manifest.version)}, and server.json lists {listed_as}"
    )


def _npm_claims(_package: Listed, manifest: Manifest, server: str) -> Said:
    if manifest.claims == server:
        return ""
    if manifest.claims is None:
        return f"{manifest.file} has no mcpName"
    return f"mcpName in {manifest.file} is {cut(manifest.claims)}, not {cut(server)}"


def _pypi_claims(_package: Listed, manifest: Manifest, server: str) -> Said:
    if manifest.readme is None:
        return Unseen(f"{manifest.file} names no README that is there")
    return "" if declares(manifest.readme, server) else f"no line mcp-name: {cut(server)} in it"


package_in_step = _each_package((NPM, PYPI), _version_of)
npm_claimed = _each_package((NPM,), _npm_claims)
pypi_claimed = _each_package((PYPI,), _pypi_claims)
