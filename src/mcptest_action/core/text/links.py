"""Where the documentation is. A path would lead nowhere in the repository of whoever reads it."""

HOME = "https://github.com/org/mcptest-action"


def page(name: str, anchor: str = "") -> str:
    """The address of a page below `docs/`, and of a heading on it."""
    return f"{HOME}/blob/main/docs/{name}" + (f"#{anchor}" if anchor else "")
