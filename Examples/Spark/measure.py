"""What a record costs in each way, in one run, in turn: microseconds by the clock on one core, medians of three rounds.

Run by `Examples/Spark/run --measure`.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from pyspark.sql import SparkSession

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import ways
from documents import fill
from versioned_json import Plan

TOOL = os.environ["VERSIONED_JSON_TOOL"]
PLAN = ways.HERE / "plan.json"
ROUNDS = 3


def by_hand(line: str) -> str:
    """The same migration with Python's own JSON: floats instead of exact numbers, no losses, no places of errors."""
    try:
        document = json.loads(line)
        if document["version"] == 1:
            document["firstName"], document["lastName"] = document.pop("customer").split(" ", 1)
            for item in document["items"]:
                item["price"] = float(item["price"])
            document.pop("coupon", None)
            document["version"] = 2
        return json.dumps(document, ensure_ascii=False)
    except (ValueError, TypeError, KeyError):
        return ""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        files = [str(file) for file in fill(work, 200_000)]
        texts = [line.rstrip("\n") for file in files for line in open(file, encoding="utf-8")]
        lines_file = work / "all.ndjson"
        lines_file.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        plan = Plan.open(PLAN)
        spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false") \
            .config("spark.ui.showConsoleProgress", "false").config("spark.driver.memory", "2g").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        spark.sparkContext.addPyFile(str(ways.HERE / "ways.py"))

        def lines_of(number: int) -> "object":
            with open(files[number], encoding="utf-8") as lines:
                for line in lines:
                    yield line.rstrip("\n")

        rows = spark.sparkContext.parallelize(range(8), 8).flatMap(lines_of)
        frame = rows.map(lambda line: (line,)).toDF("document string")
        parquet = str(work / "documents.parquet")
        frame.write.parquet(parquet)
        stored = spark.read.parquet(parquet)

        def tool() -> None:
            subprocess.run(
                [TOOL, "migrate", "--plan", PLAN, "--to", "2", "--ndjson", "--output", work / "out", "--keep-bad", work / "bad", lines_file],
                check=True, stderr=subprocess.DEVNULL)

        def noop(frame: "object") -> None:
            frame.write.format("noop").mode("overwrite").save()

        def same(batches: "object") -> "object":
            yield from batches

        def each(run: "object", texts: "object") -> None:
            for text in texts:
                run(text)

        table = [
            ("the tool, a file of lines, --ndjson", tool),
            ("Python, migrate_many, 1,000 at a time", lambda: each(lambda result: result.document, plan.migrate_each(texts, "2", one_line=True))),
            ("Python, migrate, one at a time", lambda: each(lambda text: plan.migrate_many([text], "2", one_line=True)[0].document, texts)),
            ("Python's own json, by hand", lambda: each(by_hand, texts)),
            ("Spark: reading alone, rdd", lambda: rows.count()),
            ("Spark: rdd.pipe with the tool", lambda: ways.by_pipe(rows, TOOL, str(PLAN), "2")[0].count()),
            ("Spark: rdd.map with json by hand", lambda: rows.map(by_hand).count()),
            ("Spark: mapInArrow that does nothing", lambda: noop(stored.mapInArrow(same, "document string"))),
            ("Spark: mapInArrow with the library", lambda: noop(ways.by_arrow(stored, PLAN.read_bytes(), "2"))),
        ]
        times: "dict[str, list[float]]" = {}
        for _ in range(ROUNDS):
            for what, run in table:
                start = time.monotonic()
                run()
                times.setdefault(what, []).append(time.monotonic() - start)
        spark.stop()
        size = lines_file.stat().st_size / len(texts)
        print(f"{len(texts)} records of {size:.0f} bytes, one core")
        for what, runs in times.items():
            print(f"{what:40} {statistics.median(runs) / len(texts) * 1e6:7.1f} µs ({min(runs) / len(texts) * 1e6:.1f} to {max(runs) / len(texts) * 1e6:.1f})")


if __name__ == "__main__":
    main()
