"""fastapi-mcp: the operations of a FastAPI application as tools."""

import sys

import uvicorn
from fastapi import FastAPI, HTTPException
from fastapi_mcp import FastApiMCP
from pydantic import BaseModel

app = FastAPI(title="notes")
notes = {"milk": "Buy two bottles of milk."}


class Count(BaseModel):
    words: int


@app.get("/notes/{name}", operation_id="get_note")
def get_note(name: str) -> str:
    """Read one note."""
    if name not in notes:
        raise HTTPException(404, "There is no such note")
    return notes[name]


@app.post("/notes/{name}", operation_id="add_note")
def add_note(name: str, text: str) -> str:
    """Write a note."""
    notes[name] = text
    return "Written."


@app.get("/count", operation_id="count_words")
def count_words(text: str) -> Count:
    """Count the words of a text."""
    return Count(words=len(text.split()))


mcp = FastApiMCP(app)
if sys.argv[1] == "sse":
    mcp.mount_sse()
else:
    mcp.mount_http()
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]))
