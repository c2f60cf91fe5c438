"""The two ways of migrating a column in Spark."""

import pathlib
import shlex
from collections.abc import Callable, Iterator
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = "document string, losses string, error string"


def by_pipe(lines: Any, tool: str, plan: str, version: str) -> "tuple[Any, Any, Any]":
    """Migrates an RDD of lines by the tool, one process for each partition: documents, reports on bad ones, losses."""
    command = " ".join(shlex.quote(word) for word in [str(HERE / "pipe"), tool, plan, version])
    tagged = lines.pipe(command, checkCode=True).cache()

    def part(tag: str) -> Any:
        return tagged.filter(lambda line: line[0] == tag).map(lambda line: line[1:])

    return part("D"), part("B"), part("L")


def by_arrow(frame: Any, plan_file: bytes, version: str, watch: Callable[[], None] = lambda: None) -> Any:
    """Migrates the column `document` of a frame by the library: a row for each row, with losses and error beside it.

    `watch` is called behind each batch; tests do more there.
    """

    def migrated(batches: Iterator[Any]) -> Iterator[Any]:
        from versioned_json import Plan
        from versioned_json.arrow import migrate_column

        plan = Plan(plan_file)
        for batch in batches:
            yield migrate_column(plan, batch.column("document"), to=version, one_line=True)
            watch()

    return frame.mapInArrow(migrated, SCHEMA)
