"""Servers from their registries into a cache folder, each version once."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from outside import REAL_CACHE as CACHE
from real.servers import Package, RealServer, Registry

PATIENCE_S = 200
_STAMP = "installed"
_TELLING = 300


class InstallError(Exception):
    """The server could not be installed here and now; that says nothing about our code."""


class TooSlowError(InstallError):
    """The registry let us wait in vain. It is not asked again in this run, for anything."""


# Why a package, or a whole registry, was given up in this run: every test asks for its server.
_given_up: dict[Package | Registry, str] = {}


def install(server: RealServer) -> Path:
    """The executable of the server."""
    executable = installed(server.package) / _BIN[server.package.registry] / server.executable
    if not executable.exists():
        raise AssertionError(f"{server.name} has no executable called {server.executable}")
    return executable


def installed(package: Package) -> Path:
    """The folder of the package and its pins: complete, or not there at all."""
    folder = CACHE / f"{package.registry}-{package.name.replace('/', '+')}-{package.version}"
    if _stamp_of(folder) != _stamp(package):
        _install_once(package, folder)
    return folder


_BIN = {Registry.NPM: "node_modules/.bin", Registry.PYPI: "bin"}


def _install_once(package: Package, folder: Path) -> None:
    for known in (package, package.registry):
        if known in _given_up:
            raise InstallError(_given_up[known])
    try:
        _install_anew(package, folder)
    except InstallError as error:
        culprit = package.registry if isinstance(error, TooSlowError) else package
        _given_up[culprit] = str(error)
        raise


def _install_anew(package: Package, folder: Path) -> None:
    """Install under another name and rename, so that an interrupted install is none."""
    CACHE.mkdir(parents=True, exist_ok=True)
    # Linters and version control walk the tree that the cache is in by default.
    (CACHE / ".gitignore").write_text("*\n")
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="unfinished-") as scratch:
        fresh = Path(scratch) / "fresh"
        _FETCH[package.registry](package, fresh, folder)
        (fresh / _STAMP).write_text(_stamp(package))
        if folder.exists():
            folder.rename(Path(scratch) / "stale")
        fresh.rename(folder)


def _fetch_npm(package: Package, fresh: Path, _final: Path) -> None:
    fresh.mkdir()
    wanted = [f"{package.name}@{package.version}", *package.pins]
    _run("npm", "install", "--prefix", str(fresh), "--no-audit", "--no-fund", "--silent", *wanted)


def _fetch_pypi(package: Package, fresh: Path, final: Path) -> None:
    wanted = [f"{package.name}=={package.version}", *package.pins]
    _run(sys.executable, "-m", "venv", str(fresh))
    python = str(fresh / "bin" / "python")
    _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted)
    for script in (fresh / "bin").iterdir():  # their first lines name the folder
        if not script.is_symlink():
            text = script.read_bytes()
            script.write_bytes(text.replace(os.fsencode(fresh), os.fsencode(final)))


_FETCH = {Registry.NPM: _fetch_npm, Registry.PYPI: _fetch_pypi}


def _run(*command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise InstallError(f"there is no {command[0]} on the PATH")
    try:
        done = subprocess.run(
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError(f"{command[-1]}: not installed within {PATIENCE_S} s") from None
    if done.returncode != 0:
        said = " ".join(done.stdout.decode(errors="replace").split())[-_TELLING:]
        raise InstallError(
            f"{command[-1]}: exit code {done.returncode}: {said or 'no reason given'}"
        )


def _stamp(package: Package) -> str:
    return "".join(f"{line}\n" for line in (package.name, package.version, *package.pins))


def _stamp_of(folder: Path) -> str | None:
    try:
        return (folder / _STAMP).read_text()
    except OSError:
        return None
