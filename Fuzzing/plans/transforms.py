"""Makes lists of text and array transforms for a value."""
from conditions import condition
from documents import WORDS
from places import Sample, is_list_of_objects, is_list_of_texts, is_number, is_text
from values import Number, escaped, kind

CASES = ["camelCase", "pascalCase", "snakeCase", "screamingSnakeCase", "kebabCase"]
PATTERNS = ["[a-z]+", "[ _]+", "\\d+", "-", "[aeiou]", "\\s+", "(a|b)", ".", "/+"]


def transforms(random, sample, value, outer=None, reversible=False):
    """One to three transforms for a value."""
    found = []
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        made = one(random, sample, value, outer, reversible)
        if made is None:
            break
        transform, value = made
        found.append(transform)
    return found or ["trim"]


def word(random, sample, outer):
    """A text, or the text of another member."""
    choice = random.random()
    if choice < 0.75:
        return random.choice(["user-", "x", "-", " ", "a", ".git", "é", "0", "/"])
    if choice < 0.9 or outer is None:
        return {"path": sample.any(is_text) or "/text"}
    return {"in": "document", "path": outer.any(is_text) or "/text"}


def one(random, sample, value, outer, reversible):
    """A transform, and a value like its result (not exactly)."""
    if is_text(value):
        both = [
            {"addPrefix": word(random, sample, outer)}, {"addSuffix": word(random, sample, outer)},
            {"dropPrefix": word(random, sample, outer)}, {"dropSuffix": word(random, sample, outer)},
            {"replace": random.choice("abn -/"), "with": random.choice(["_", "b", "", "--"])}, "encodeBase64", "decodeBase64",
            {"changeCase": dict(zip(("from", "to"), random.sample(CASES, 2)))},
        ]
        lists = ["lines", {"split": random.choice([" ", "-", "/", ","])}]
        losing = [
            "lowercase", "uppercase", "trim", "lastPathComponent", "slug", "digest",
            {"replace": {"pattern": random.choice(PATTERNS)}, "with": random.choice(["_", "", "{0}"]) if random.random() < 0.9 else "{1}"},
            {"split": random.choice([" ", "-", "/"]), "part": Number(random.choice(["0", "-1", "1"]))},
            {"match": random.choice(["(?<x>[^ ]*) ?(?<y>.*)", "(?<x>\\w*).*(?<y>)"]), "as": random.choice(["{y}{x}", "{x}", "{{{x}}}"])},
        ]
        if random.random() < 0.15:
            return {"split": {"pattern": random.choice(PATTERNS)}}, [value]
        if random.random() < 0.25:
            return random.choice(lists), [value, "x"]
        return random.choice(both if reversible or random.random() < 0.5 else losing), value
    if isinstance(value, list):
        choices = ["reverse", "unique", "first", "last", "count", "digest", {"take": "/0"}]
        if value:
            element = Sample(random, random.choice(value))
            choices += [{"filter": condition(random, element, outer, 1)}] * 2
            choices.append({"map": transforms(random, element, element.value)})
        if is_list_of_texts(value):
            choices += [{"join": random.choice([", ", "-", "", "\n"])}] * 3 + ["min", "max"]
        if value and all(is_number(inner) for inner in value):
            choices += ["sum", "min", "max"] * 2
        if is_list_of_objects(value):
            path = sample.inner_path(value) or "/id"
            choices += [{"unique": path}, {"unique": [path, sample.inner_path(value) or "/n"]}, {"map": [{"take": path}]}]
            choices.append({"everywhere": condition(random, Sample(random, value[0]), None, 1)})
        chosen = random.choice(choices)
        if chosen in ("first", "last", "min", "max", {"take": "/0"}):
            return chosen, value[0] if value else None
        if chosen == "count" or chosen == "sum":
            return chosen, Number("1")
        if isinstance(chosen, dict) and "join" in chosen or chosen == "digest":
            return chosen, "a, b"
        return chosen, value
    if isinstance(value, dict):
        choices = ["count", "keys", "digest", {"everywhere": condition(random, Sample(random, value), None, 1)}]
        if value:
            key = random.choice(list(value))
            choices.append({"take": "/" + escaped(key)})
            choices.append({"map": transforms(random, Sample(random, value[key]), value[key])})
        chosen = random.choice(choices)
        if chosen == "keys":
            return chosen, list(value)
        if isinstance(chosen, dict) and "take" in chosen:
            return chosen, value[key]
        return chosen, "x" if chosen == "digest" else Number("1") if chosen == "count" else [value]
    return None if kind(value) != "number" else ("digest", "x")
