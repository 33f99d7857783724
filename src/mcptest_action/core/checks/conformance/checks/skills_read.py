"""Skills (SEP-2640): whether their files are what their entries say, and their folders."""

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.probes import fault_behind
from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.document import plain
from mcptest_action.core.protocol.exchange import Oversized, Provenance, Request, RpcError, Script
from mcptest_action.core.protocol.transcript import MASK
from mcptest_action.core.text import InputError
from ..content import is_base64
from ..extensions import SKILLS, in_skills, settings_of
from ..model import Examinee, Probe, Probing, must, the_same
from ..refusal import INVALID_PARAMS, is_invalid_params, server_said
from ..skill_entries import entry_problem, folder_of, manifest_of, manifest_problem, uri_of
from .skills import UNDECLARED, list_skills, result_of

MOST_FILES = 3
NO_SKILL = "skill://mcptest-no-such-skill"
DIRECTORY = "inode/directory"
CONTENT = must("SKILL-08", in_skills("integrity-and-verification"))(
    expects="The files of a skill have the digests and sizes that its entry states.",
    sends=f"`resources/read` of the first files of a skill, {MOST_FILES} at most",
    remedy="Compute digest and size from the very bytes that `resources/read` returns, or set "
    "`resources` to `dynamic`.",
)
FRONTMATTER = must("SKILL-09", in_skills("frontmatter"))(
    expects="The frontmatter of SKILL.md has the name and the description of its entry.",
    sends="`resources/read` of the first SKILL.md that is listed",
    remedy="Make `frontmatter` from the file: hosts refuse a skill whose two descriptions differ.",
)
FOLDER = must("SKILL-10", in_skills("reading-directories"))(
    expects="A server that declares `directoryRead` lists what is in the folder of a skill.",
    sends="`resources/directory/read` of the folder of the first skill",
    remedy="Serve `resources/directory/read` for every folder of a skill: all files right inside "
    f"of it, and its folders with the `mimeType` `{DIRECTORY}`.",
)
UNKNOWN = must("SKILL-07", in_skills("getting-a-skill"))(
    expects="`skills/get` of what is no skill gets error -32602.",
    sends=f"`skills/get` of `{NO_SKILL}/SKILL.md`",
    remedy="Answer with -32602, Invalid params.",
)
NO_FOLDER = must("SKILL-11", in_skills("reading-directories"))(
    expects="`resources/directory/read` of what is no folder gets error -32602.",
    sends=f"`resources/directory/read` of `{NO_SKILL}`",
    remedy="Answer with -32602, Invalid params.",
)
READ = (CONTENT, FRONTMATTER, FOLDER)


def skill_files(server: Examinee) -> Probing:
    settings = settings_of(server, SKILLS)
    if settings is None:
        return the_same(READ, UNDECLARED)
    found = yield from list_skills()
    sound = [entry for entry in found.entries if not entry_problem(entry)]
    if not sound:
        unsound = bool(found.entries or found.trouble)
        unknown = not_verified("no skill is described so that it could be read")
        return the_same(READ, unknown if unsound else not_applicable("skills/list is empty"))
    static = [entry for entry in sound if manifest_of(entry) is not None]
    whole = [entry for entry in static if not manifest_problem(entry)]
    first = (whole or sound)[0]
    text, unread = yield from _read(uri_of(first))
    unlisted = not_verified("no list of files is sound, see SKILL-05")
    return {
        CONTENT.id: (yield from _contents(whole[0], text, unread))
        if whole
        else (unlisted if static else not_applicable("no skill lists its files")),
        FRONTMATTER.id: _frontmatter(first, text)
        if unread is None
        else unread._replace(entailed_by=(CONTENT.id,)),
        FOLDER.id: (yield from _folder(first))
        if settings.get("directoryRead") is True
        else not_applicable("the server does not declare directoryRead"),
    }


def _read(uri: str) -> Script[tuple[bytes, Ruling | None]]:
    """The bytes of a file, or why there are none."""
    reaction = yield Request("resources/read", {"uri": uri})
    if isinstance(reaction, Oversized):
        return b"", not_verified(f"{uri:.100} is larger than what we read")
    if isinstance(reaction, RpcError) and (fault := fault_behind(reaction)):
        return b"", not_verified(f"{uri:.100}: {fault.behind('it')}")
    result = result_of(reaction)
    contents = result.get("contents") if result else None
    listed = contents if isinstance(contents, list) else []
    parts = [one for one in listed if isinstance(one, Mapping)]
    named = [one for one in parts if one.get("uri") == uri]
    part = next(iter([*named, *parts]), None)
    if part is None:
        what = server_said(reaction) if result is None else "the result has no contents"
        return b"", failed(f"{uri:.100} cannot be read: {what}")
    text, blob = part.get("text"), part.get("blob")
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass"), None
    if isinstance(blob, str) and is_base64(blob):
        return base64.b64decode(blob), None
    return b"", failed(f"{uri:.100} has neither text nor base64")


def _contents(entry: Mapping[str, Any], skill_md: bytes, unread: Ruling | None) -> Script[Ruling]:
    """The first files of a manifest against what is read, of which SKILL.md already is."""
    files = sorted(manifest_of(entry) or (), key=lambda file: file["uri"] != uri_of(entry))
    for file in files[:MOST_FILES]:
        data, trouble = skill_md, unread
        if file["uri"] != uri_of(entry):
            data, trouble = yield from _read(file["uri"])
        if trouble is not None:
            return trouble
        flaw = _difference(data, file)
        if flaw and MASK.encode() in data:
            return not_verified(f"{file['uri']:.100} may hold a secret, which we blacken")
        if flaw:
            return failed(f"{file['uri']:.100} has {flaw}")
    return passed(f"{len(files[:MOST_FILES])} files of {uri_of(entry):.100}")


def _difference(data: bytes, file: Mapping[str, Any]) -> str:
    """How a file differs from what the manifest says of it; empty if it does not."""
    if len(data) != file["size"]:
        return f"{len(data)} bytes, and the entry says {file['size']}"
    digest = f"sha256:{hashlib.sha256(data).hexdigest()}"
    same = digest == file["digest"]
    return "" if same else f"the digest {digest}, and the entry says {file['digest']}"


def _frontmatter(entry: Mapping[str, Any], data: bytes) -> Ruling:
    # Imported late: few servers have skills, and reading YAML takes a while to load.
    from mcptest_action.core.document.yaml_text import read_yaml  # noqa: PLC0415

    lines = re.split(r"\r\n|\n|\r", data.decode("utf-8", "replace").removeprefix("\ufeff"))
    ends = [at for at, line in enumerate(lines) if line.rstrip() == "---"]
    if len(ends) < len(("begin", "end")) or ends[0]:
        return failed(f"{uri_of(entry):.100} does not begin with a frontmatter")
    try:
        found = plain(read_yaml("\n".join(lines[1 : ends[1]]), "SKILL.md"))
    except InputError as error:
        return not_verified(f"its YAML is more than we read: {error}"[:300])
    for name in ("name", "description"):
        said = found.get(name) if isinstance(found, Mapping) else None
        if str(said).strip() != entry["frontmatter"][name].strip():
            what = f"{name} is {said!r:.100} in {uri_of(entry):.100}"
            if isinstance(said, int | float):  # what YAML takes for a number, a server may not
                return not_verified(f"{what}, which is no text")
            return failed(f"{what}, and {entry['frontmatter'][name]!r:.100} in its entry")
    return passed(f"name and description of {uri_of(entry):.100} are the same")


def _folder(entry: Mapping[str, Any]) -> Script[Ruling]:
    folder = folder_of(uri_of(entry))
    reaction = yield Request("resources/directory/read", {"uri": folder})
    result = result_of(reaction)
    listed = result.get("resources") if result is not None else None
    if not isinstance(listed, list):
        what = server_said(reaction) if result is None else "the result has no list of resources"
        return failed(f"{folder:.100}: {what}")
    kinds = {
        uri: each.get("mimeType")
        for each in listed
        if isinstance(each, Mapping) and isinstance(uri := each.get("uri"), str)
    }
    outside = [uri for uri in kinds if not _is_inside(uri, folder)]
    if outside or len(kinds) != len(listed):
        what = "not everything that it lists is right inside of it, with an address of its own"
        return failed(f"{folder:.100}: {what}: {outside!r:.200}")
    last = result is not None and result.get("nextCursor") is None
    missing = [uri for uri in _children(entry, folder) if last and uri not in kinds]
    if missing:
        return failed(f"{folder:.100} does not list {', '.join(missing)[:200]}")
    folders = [uri for uri, is_folder in _children(entry, folder).items() if is_folder]
    other = [uri for uri in folders if uri in kinds and kinds[uri] != DIRECTORY]
    bad = f"the mimeType is not {DIRECTORY}: {', '.join(other)[:200]}"
    return ruled(not other, f"{len(listed)} entries in {folder:.100}", bad)


def _is_inside(uri: str, folder: str) -> bool:
    name = uri.removeprefix(f"{folder}/")
    return bool(name) and name != uri and "/" not in name


def _children(entry: Mapping[str, Any], folder: str) -> dict[str, bool]:
    """What is right inside of the folder, as far as the entry says, and whether it is a folder."""
    whole = None if manifest_problem(entry) else manifest_of(entry)
    files = whole or [{"uri": uri_of(entry)}]
    paths = [file["uri"].removeprefix(f"{folder}/") for file in files]
    return {f"{folder}/{path.partition('/')[0]}": "/" in path for path in paths}


def no_skill(server: Examinee) -> Probing:
    settings = settings_of(server, SKILLS)
    if settings is None:
        return the_same((UNKNOWN, NO_FOLDER), UNDECLARED)
    reaction = yield Request("skills/get", {"uri": f"{NO_SKILL}/SKILL.md"})
    rulings = {UNKNOWN.id: ruled(is_invalid_params(reaction), server_said(reaction))}
    if settings.get("directoryRead") is not True:
        return {
            **rulings,
            NO_FOLDER.id: not_applicable("the server does not declare directoryRead"),
        }
    reaction = yield Request("resources/directory/read", {"uri": NO_SKILL})
    said = f"{server_said(reaction)}, and {INVALID_PARAMS} was due"
    right = is_invalid_params(reaction)
    return {**rulings, NO_FOLDER.id: ruled(right, server_said(reaction), said)}


PROBES = (
    Probe("skill_files", READ, skill_files, sends=Provenance.SOUND),
    Probe("no_skill", (UNKNOWN, NO_FOLDER), no_skill, sends=Provenance.REFUSABLE),
)
