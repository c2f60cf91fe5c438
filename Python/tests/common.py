"""A plan that is small enough to see through, and the tool, where there is one."""

import os
import pathlib
import subprocess
import tempfile

from versioned_json import Plan

PLAN = """
{"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
 "versions": [{"version": "1"}, {"version": "2"}],
 "migrations": [{"from": "1", "to": "2", "summary": "The total is called price", "operations": [
   {"op": "rename", "path": "/total", "to": "price"}, {"op": "remove", "path": "/note", "ifAbsent": "skip"}]}]}
"""
TOOL = os.environ.get("VERSIONED_JSON_TOOL")


def plan() -> Plan:
    return Plan(PLAN)


def by_tool(text: bytes, *options: str) -> bytes:
    """What the command line makes of a document, or of lines."""
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "plan.json"
        file.write_text(PLAN)
        command = [str(TOOL), "migrate", "--plan", str(file), "--to", "2", *options]
        return subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
