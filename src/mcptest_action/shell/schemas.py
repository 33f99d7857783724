"""The JSON Schemas that come with the package."""

from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "schemas"
_ENDING = ".schema.json"


def schema_names() -> list[str]:
    return sorted(path.name.removesuffix(_ENDING) for path in _FOLDER.glob(f"*{_ENDING}"))


def read_schema(name: str) -> str:
    return (_FOLDER / f"{name}{_ENDING}").read_text(encoding="utf-8")
