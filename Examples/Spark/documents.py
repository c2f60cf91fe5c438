"""Documents for the example: files of lines, one for each partition."""

import json
import pathlib
import random

PARTITIONS = 8
EMPTY = 5


def fill(folder: pathlib.Path, documents: int, bad: float = 0.01) -> "list[pathlib.Path]":
    """Writes the documents into eight files of different lengths; one is empty. One of a hundred is bad."""
    chance = random.Random(1)
    files = [folder / f"part-{number}.ndjson" for number in range(PARTITIONS)]
    share = documents // sum(range(1, PARTITIONS))
    number = 0
    for place, file in enumerate(files):
        with open(file, "w", encoding="utf-8") as lines:
            for _ in range(0 if place == EMPTY else (place % (PARTITIONS - 1) + 1) * share):
                number += 1
                lines.write(line(number, chance, bad) + "\n")
    return files


def line(number: int, chance: random.Random, bad: float) -> str:
    items = [{"sku": f"A{chance.randrange(10**6)}", "price": f"{chance.randrange(10**4) / 100:.2f}"} for _ in range(5)]
    document = {"version": 1, "id": number, "customer": f"Zoë {chance.choice(['Müller', 'Ng', 'de la Cruz'])}", "items": items}
    if number % 9 == 0:
        document["coupon"] = f"C{number}"
    if number % 7 == 0:
        document["version"] = 2
        document["firstName"], document["lastName"] = document.pop("customer").split(" ", 1)
    text = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    if chance.random() < bad:
        return chance.choice(["", text[: len(text) // 2], text.replace('"version": ', '"version": 9'), "null", "[" * 600])[:2000] or "{"
    return text
