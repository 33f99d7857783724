"""The JSON Schemas that come with the package."""

from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "schemas"
_ENDING = ".schema.json"


def schema_names() -> list[str]:
    return sorted(path.name.removesuffix(_ENDING) for path in _FOLDER.glob(f"*{_ENDING}"))


def schema_beside(path: str, name: str) -> str:
    """Where the schema of a file goes, for editors: into the same folder."""
    return str(Path(path).with_name(f"{name}{_ENDING}"))


def read_schema(name: str) -> str:
    return (_FOLDER / f"{name}{_ENDING}").read_text(encoding="utf-8")
