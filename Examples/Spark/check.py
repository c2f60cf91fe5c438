"""Migrates eight partitions in Spark in both ways, kills a Python worker in each, and compares all with the command line.

Run by `Examples/Spark/run`.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

from pyspark import TaskContext
from pyspark.sql import SparkSession

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import ways
from documents import EMPTY, PARTITIONS, fill

TOOL = os.environ["VERSIONED_JSON_TOOL"]
PLAN = ways.HERE / "plan.json"
faults = 0


def check(holds: bool, what: str) -> None:
    global faults
    faults += not holds
    print(("ok    " if holds else "FAULT ") + what, flush=True)


def by_command_line(file: pathlib.Path, work: pathlib.Path) -> "dict[str, list[str]]":
    """What the tool makes of a file: documents, bad lines, reports on them, losses."""
    names = {name: work / f"{file.stem}-{name}" for name in ("documents", "bad", "reports", "losses")}
    subprocess.run(
        [TOOL, "migrate", "--plan", PLAN, "--to", "2", "--ndjson", "--output", names["documents"], "--keep-bad", names["bad"],
         "--bad-report", names["reports"], "--losses-file", names["losses"], file],
        check=True, stderr=subprocess.DEVNULL)
    return {name: path.read_text(encoding="utf-8").splitlines() for name, path in names.items()}


class Killer:
    """Kills the Python worker of one partition in its first attempt, in the middle of its work."""

    def __init__(self, folder: pathlib.Path, partition: int):
        self.notes, self.partition, self.killed = str(folder), partition, []
        threading.Thread(target=self.run, daemon=True).start()

    def wait(self) -> None:
        """Called by the worker in the middle of a partition: notes the process, and waits for its end."""
        context = TaskContext.get()
        if context.partitionId() != self.partition:
            return
        name = os.path.join(self.notes, f"attempt-{context.attemptNumber()}")
        if not os.path.exists(name):
            with open(name + ".new", "w") as note:
                note.write(str(os.getpid()))
            os.rename(name + ".new", name)
        if context.attemptNumber() == 0:
            time.sleep(600)

    def run(self) -> None:
        note = os.path.join(self.notes, "attempt-0")
        while not os.path.exists(note):
            time.sleep(0.02)
        self.killed.append(int(pathlib.Path(note).read_text()))
        os.kill(self.killed[0], signal.SIGKILL)

    def __getstate__(self) -> "dict[str, object]":
        return {"notes": self.notes, "partition": self.partition}

    def check(self, what: str) -> None:
        attempts = sorted(name for name in os.listdir(self.notes) if name.startswith("attempt"))
        check(len(self.killed) == 1 and attempts == ["attempt-0", "attempt-1"], f"{what}: worker {self.killed} was killed, and its partition done again")


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        files = [str(file) for file in fill(work, 60_000)]
        wanted = [by_command_line(pathlib.Path(file), work) for file in files]

        def all_of(kind: str) -> "list[str]":
            return [line for part in wanted for line in part[kind]]

        check(len(all_of("bad")) > 300 and len(all_of("losses")) > 3000 and not wanted[EMPTY]["documents"],
              f"{len(all_of('documents'))} documents, {len(all_of('bad'))} bad lines, {len(all_of('losses'))} losses; partition {EMPTY} is empty")
        # A task may fail and be run again, as in a cluster.
        spark = SparkSession.builder.master("local[2,4]").appName("versioned-json").config("spark.ui.enabled", "false") \
            .config("spark.ui.showConsoleProgress", "false") \
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "500").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        here = str(ways.HERE)

        def lines_of(_: int, numbers: "object") -> "object":
            for number in numbers:
                with open(files[number], encoding="utf-8") as lines:
                    for line in lines:
                        yield line.rstrip("\n")

        lines = spark.sparkContext.parallelize(range(PARTITIONS), PARTITIONS).mapPartitionsWithIndex(lines_of)
        check(lines.getNumPartitions() == PARTITIONS, f"{PARTITIONS} partitions")
        spark.sparkContext.addPyFile(os.path.join(here, "ways.py"))

        for kill in (False, True):
            what = "rdd.pipe, a worker killed" if kill else "rdd.pipe"
            folder = work / f"pipe-{kill}"
            folder.mkdir()
            killer = Killer(folder, 3) if kill else None

            def watched(rows: "object", killer: "Killer | None" = killer) -> "object":
                for number, row in enumerate(rows):
                    if killer and number == 2000:
                        killer.wait()
                    yield row

            documents, reports, losses = ways.by_pipe(lines.mapPartitions(watched), TOOL, str(PLAN), "2")
            check(documents.collect() == all_of("documents"), f"{what}: the bytes of the command line, in their order")
            check(reports.collect() == all_of("reports"), f"{what}: bad records as a second output")
            check(losses.collect() == all_of("losses"), f"{what}: losses as a third")
            check(not documents.glom().collect()[EMPTY], f"{what}: the empty partition is empty")
            if killer:
                killer.check(what)

        frame = spark.createDataFrame(lines.map(lambda line: (line,)), "document string")
        for kill in (False, True):
            what = "mapInArrow, a worker killed" if kill else "mapInArrow"
            folder = work / f"arrow-{kill}"
            folder.mkdir()
            killer = Killer(folder, 3) if kill else None
            migrated = ways.by_arrow(frame, PLAN.read_bytes(), "2", killer.wait if killer else lambda: None)
            rows = migrated.collect()
            check([row.document for row in rows if row.error is None] == all_of("documents"), f"{what}: the bytes of the command line, in their order")
            given = lines.collect()
            check([line for line, row in zip(given, rows) if row.error is not None] == all_of("bad"), f"{what}: a row for each row, bad ones in their places")
            reports = [json.loads(report) for report in all_of("reports")]
            errors = [json.loads(row.error) for row in rows if row.error is not None]
            check([(e["code"], e["reason"], e["column"]) for e in errors] == [(r["code"], r["reason"], r["column"]) for r in reports],
                  f"{what}: errors as the reports of the command line")
            found = [(loss["path"], loss["value"]) for row in rows if row.losses for loss in json.loads(row.losses)]
            check(found == [(loss["path"], loss["value"]) for loss in map(json.loads, all_of("losses"))], f"{what}: losses as a column")
            if killer:
                killer.check(what)
        spark.stop()
    print("all is as the command line has it" if not faults else f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
