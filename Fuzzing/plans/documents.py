"""Makes documents: a first one with values for every operation, and others that fit it only partly."""
from values import MISSING, Number, copied, escaped, find, places, replaced, text, tokens

NUMBERS = [
    "0", "1", "2", "3", "7", "10", "18", "-1", "-0", "1.0", "1.50", "0.1", "2e0", "1e2", "1E+2", "1.5e-3",
    "12345678901234567890123", "0.30000000000000000000000001", "1e400", "1.00", "100", "1990", "80.0",
]
WORDS = ["a", "b", "A", "x", "Ann", "Bob", "EUR", "draft", "done", "", " a b ", "ä", "ß", "İ", "k/k", "t~t", "-", "0"]
TEXTS = WORDS + [
    "Ann Smith", "Anna Maria Bach", "a-b-c", "a/b/c.git", "https://example.com/x/Yams.git", "user-7", "x\ny", "\t",
    "19.90", "007", "1e2", "true", "false", "1", "2.0", "null", "{\"a\":1}", "[1, 2.0]", "{\"b\":1,\"a\":[{}]}", "{",
    "2020-06-13T23:21:42Z", "2020-06-13T23:21:42+08:00", "2026-11-21", "20261121", "21/11/2026",
    "2020-06-13T23:21:42.500Z", "2020-02-30", "YQ==", "YWI=", "+/8=", "-_8", "fbff", "FBFF", "fb", "##", "###", "#-", "## News",
    "v1.2", "v", "Smith, Ann", "\u0001", "a\u2028b", "😀", "e\u0301", "é", "<&>", "$x", "x" * 90,
]
KEYS = ["a", "b", "c", "id", "name", "kind", "n", "k/k", "t~t", "", "-", "0", "1", "é", "e\u0301", "a b", "list", "$x", "x_a", "aSize", "${p}", "{n}"]


def scalar(random):
    choice = random.random()
    if choice < 0.08:
        return f"u{random.randint(1000, 9999)}"
    if choice < 0.4:
        return random.choice(TEXTS)
    if choice < 0.75:
        return Number(random.choice(NUMBERS))
    return random.choice([None, True, False])


def anything(random, depth=2):
    choice = random.random()
    if depth == 0 or choice < 0.6:
        return scalar(random)
    if choice < 0.7:
        return random.choice([{}, []])
    if choice < 0.85:
        return {random.choice(KEYS): anything(random, depth - 1) for _ in range(random.randint(1, 3))}
    return [anything(random, depth - 1) for _ in range(random.randint(1, 3))]


def number(random):
    return Number(random.choice(NUMBERS[:13] if random.random() < 0.8 else NUMBERS))


def ids(random, count):
    names = random.choice([["a", "b", "c", "d", "e"], ["1", "2", "10", "3", "07"], [Number(n) for n in "12345"]])
    return names[:count]


def people(random):
    found = []
    for id_ in ids(random, random.randint(1, 4)):
        person = {"id": id_, "name": random.choice(["Ann Smith", "Bob", "a-b"]), "kind": random.choice(["A", "B", "C"])}
        if random.random() < 0.7:
            person["n"] = number(random)
        if random.random() < 0.4:
            person["tags"] = [random.choice(WORDS) for _ in range(random.randint(0, 3))]
        if random.random() < 0.4:
            person["cur"] = random.choice(["EUR", "EUR", "CHF"])
        if random.random() < 0.3:
            person["more"] = anything(random)
        found.append(person)
    return found


def flat_tree(random):
    nodes = []
    for id_ in ids(random, random.randint(1, 5)):
        node = {"id": id_, "t": random.choice(WORDS)}
        if nodes and random.random() < 0.7:
            node["parent"] = random.choice(nodes)["id"]
        elif random.random() < 0.3:
            node["parent"] = None
        nodes.append(node)
    if random.random() < 0.2:
        random.shuffle(nodes)
    return nodes


def levels(random):
    level, nodes = 1, []
    for count in range(random.randint(1, 5)):
        nodes.append({"level": Number(level), "t": f"T{count}"})
        level = random.randint(1, level + 1)
    return nodes


def child_ids(random):
    nodes = [{"id": "a", "children": ["c", "b"]}, {"id": "c"}, {"id": "b", "children": []}, {"id": "d", "children": ["e"]}, {"id": "e"}]
    return nodes[:3] if random.random() < 0.5 else nodes


def tree(random, depth=2):
    found = []
    for _ in range(random.randint(1, 3)):
        node = {"id": f"{depth}{random.randint(0, 99)}", "t": random.choice(WORDS)}
        if depth and random.random() < 0.6:
            node["children"] = tree(random, depth - 1)
        elif random.random() < 0.3:
            node["children"] = []
        found.append(node)
    return found


def sheets(random):
    found = []
    for name in ["A", "B", "C"][: random.randint(1, 3)]:
        sheet = {"name": name, "cells": [{"n": number(random)} for _ in range(random.randint(0, 3))]}
        if random.random() < 0.3:
            sheet["meta"] = anything(random, 1)
        found.append(sheet)
    return found


def nested_arrays(random):
    return [[anything(random, 1) for _ in range(random.randint(0, 3))] for _ in range(random.randint(0, 3))]


def panels(random, depth=2):
    found = {"type": random.choice(["panel", "panel", "raw", "text"]), "caption": random.choice(TEXTS)}
    if depth:
        found["rows"] = [panels(random, depth - 1) for _ in range(random.randint(0, 2))]
        if random.random() < 0.3:
            found["inner"] = {"deep": panels(random, depth - 1)}
    return found


def chain(random, depth=3):
    return {"v": scalar(random), "next": chain(random, depth - 1) if depth and random.random() < 0.6 else None}


def map_of_scalars(random):
    return {key: anything(random, 1) for key in random.sample(KEYS, random.randint(0, 4))}


def map_of_objects(random):
    return {key: {"n": number(random), "name": random.choice(WORDS)} for key in random.sample(KEYS, random.randint(0, 3))}


def with_prefixes(random):
    return {"id": Number("1"), "x_a": scalar(random), "x_b": anything(random, 1), "aSize": number(random), "bSize": number(random)}


def meshes(random):
    names = ["wood", "steel", "glass"]
    return {
        "materials": [{"name": name} for name in names],
        "byName": {name: {} for name in names},
        "meshes": [{"material": Number(random.randint(0, 2)), "m": random.choice(names)} for _ in range(random.randint(1, 3))],
    }


def folders(random):
    return {
        "folders": [{"id": Number(n)} for n in "123"[: random.randint(1, 3)]],
        "files": [{"name": name, "folder": Number(1)} for name in "abc"[: random.randint(0, 3)]],
    }


def shop(random):
    return {
        "users": [{"id": Number(n), "name": f"U{n}"} for n in "123"],
        "byId": {"a": {"name": "Apple"}, "b": {"name": "Berry"}, "1": {"name": "One"}},
        "rates": [{"from": Number(n), "price": Number(p)} for n, p in [("0", "4"), ("2", "7"), ("10", "9.50")]],
        "posts": [{"author": Number(random.choice("123")), "goods": random.choice("ab"), "weight": number(random)}
                  for _ in range(random.randint(1, 3))],
    }


def halves(random):
    return {"adults": [{"age": Number(random.choice(["18", "40"]))} for _ in range(random.randint(0, 2))],
            "kids": [{"age": Number(random.choice(["7", "9"]))} for _ in range(random.randint(0, 2))]}


FRAGMENTS = {
    "text": lambda r: r.choice(TEXTS), "text2": lambda r: r.choice(TEXTS), "num": number, "price": number, "flag": lambda r: r.random() < 0.5,
    "empty": lambda r: r.choice([None, "", [], {}]), "word": lambda r: r.choice(WORDS), "date": lambda r: "2020-06-13T23:21:42Z",
    "day": lambda r: "2026-11-21", "data": lambda r: r.choice(["YQ==", "+/8="]), "json": lambda r: r.choice(["{\"a\":1}", "[1,2]", "\"x\""]),
    "marks": lambda r: r.choice(["#", "##", ""]), "person": lambda r: {"first": "Ann", "last": "Smith", "age": number(r)},
    "full": lambda r: "Ann Smith", "url": lambda r: "https://example.com/x/Yams.git", "any": anything,
    "people": people, "list": lambda r: [r.choice([number, scalar])(r) for _ in range(r.randint(0, 4))],
    "words": lambda r: [r.choice(WORDS) for _ in range(r.randint(0, 4))], "nodes": flat_tree, "outline": levels, "cids": child_ids,
    "tree": tree, "sheets": sheets, "grid": nested_arrays, "panel": panels, "chain": chain, "map": map_of_scalars, "objs": map_of_objects,
    "pre": with_prefixes, "scene": meshes, "disk": folders, "shop": shop, "split": halves,
    "xyz": lambda r: [number(r) for _ in range(r.randint(2, 3))], "dim": lambda r: {"x": number(r), "y": number(r)},
    "k/k": anything, "t~t": anything, "": anything, "one": lambda r: [scalar(r)], "deep": lambda r: {"a": {"b": {"c": scalar(r)}}},
}


def world(random):
    """A document with some fragments."""
    names = random.sample(sorted(FRAGMENTS), random.randint(2, 7))
    return {name: FRAGMENTS[name](random) for name in names}


class Hints:
    """What documents are varied with: the keys and the constants of a plan."""

    def __init__(self, plan):
        texts = [inner for _, inner in places(plan["migrations"]) if isinstance(inner, str)]
        self.keys = sorted({token for inner in texts if inner.startswith("/") for token in tokens(inner)} | {inner for inner in texts if len(inner) < 12})
        self.values = [copied(inner) for pointer, inner in places(plan["migrations"])
                       if not isinstance(inner, dict) or "op" not in inner and len(text(inner)) < 60 and len(inner) < 3]
        self.known = {*self.keys}


def varied(random, document, hints):
    """A document of the same kind with one to three changes, mostly at places that the plan names."""
    for _ in range(random.choice([1, 1, 2, 3])):
        document = changed(random, document, hints)
    return document


def changed(random, document, hints):
    all_ = list(places(document))[1:]
    named = [(pointer, value) for pointer, value in all_ if not hints.known.isdisjoint(tokens(pointer)[-3:])]
    pointer, value = random.choice((named if named and random.random() < 0.75 else all_) or [("", document)])
    parent = find(document, pointer.rpartition("/")[0])
    choice = random.random()
    key = random.choice(hints.keys if random.random() < 0.6 and hints.keys else KEYS)
    if pointer == "":
        return {key: anything(random)} if isinstance(document, dict) else document
    if choice < 0.16:
        return replaced(document, pointer, MISSING)
    if choice < 0.24:
        return replaced(document, pointer, None)
    if choice < 0.40:
        return replaced(document, pointer, alike(random, value))
    if choice < 0.48:
        return replaced(document, pointer, copied(random.choice(hints.values))) if hints.values else document
    if choice < 0.58:
        return replaced(document, pointer, anything(random))
    if choice < 0.66:
        return replaced(document, pointer, random.choice([{}, [], "", [value], {key: value}, {}]))
    if choice < 0.76:
        other = random.choice([inner for _, inner in places(document)])
        return replaced(document, pointer, copied(other)) if len(text(other)) < 200 else document
    if isinstance(parent, list) or isinstance(value, list) and value:
        list_ = copied(parent if isinstance(parent, list) else value)
        at = random.randrange(len(list_))
        if choice < 0.85:
            list_.insert(random.randint(0, len(list_)), copied(list_[at]))
        elif choice < 0.92:
            random.shuffle(list_)
        else:
            list_.insert(random.randint(0, len(list_)), anything(random))
        return replaced(document, pointer.rpartition("/")[0] if isinstance(parent, list) else pointer, list_)
    if isinstance(value, dict):
        return replaced(document, pointer + "/" + escaped(key), anything(random))
    return replaced(document, pointer.rpartition("/")[0] + "/" + escaped(key), anything(random))


def alike(random, value):
    """Another value of the same kind."""
    if isinstance(value, Number):
        return Number(random.choice(NUMBERS))
    if isinstance(value, str):
        return random.choice(TEXTS)
    if isinstance(value, bool):
        return not value
    if isinstance(value, dict):
        members = list(value.items())
        random.shuffle(members)
        return dict(members)
    if isinstance(value, list):
        return [alike(random, inner) if random.random() < 0.5 else inner for inner in value]
    return scalar(random)


def same_shape(random, document):
    """The same containers and kinds, with other scalars."""
    if isinstance(document, dict):
        return {key: same_shape(random, inner) for key, inner in document.items()}
    if isinstance(document, list):
        return [same_shape(random, inner) for inner in document]
    return alike(random, document) if random.random() < 0.4 else document
