"""Makes each operation that is no scope, with all its rule words, for a sample.

A maker takes the random source, the sample and the sample of the whole document, and returns an operation, a list of
them, or `None` if the sample has nothing for it.
"""
from conditions import condition
from documents import TEXTS, anything
from places import (
    is_list, is_list_of_lists, is_list_of_objects, is_list_of_texts, is_map_of_objects, is_number, is_object, is_scalar, is_text,
)
from transforms import transforms
from values import MISSING, Number, escaped, kind, parse, text, tokens

MAKERS = {}
STYLES = [
    {"indent": Number("2")}, {"keyOrder": "sorted"}, {"colon": ": "}, {"indent": "tab", "emptyArray": "[ ]"},
    {"escapeNonASCII": True, "escapeSlashes": True}, {"finalNewline": True, "lineEnding": "crlf", "indent": Number("1")},
    {"comma": ", ", "emptyObject": "{ }"},
]


def maker(function):
    MAKERS[function.__name__.rstrip("_")] = function
    return function


def maybe(random, operation, share=0.3, **members):
    """Adds some of the members; a tuple is a choice among values."""
    for name, value in members.items():
        if random.random() < share:
            operation[name] = random.choice(value) if isinstance(value, tuple) else value
    return operation


def rules(random, operation, absent=True, kinds=True, exists=False, **others):
    if absent:
        maybe(random, operation, 0.6, ifAbsent=("skip", "skip", "skip", "error"))
    if kinds:
        maybe(random, operation, 0.6, ifWrongKind=("skip", "skip", "skip", "error"))
    if exists:
        maybe(random, operation, 0.4, ifExists=("skip", "overwrite", "overwrite", "error"))
    return maybe(random, operation, 0.4, **others)


def key_of(random, key):
    return {"key": key} if key.startswith("/") or random.random() < 0.05 else key


@maker
def rename(random, sample, outer):
    path = sample.member()
    if path is None:
        return None
    return rules(random, {"op": "rename", "path": path, "to": key_of(random, sample.key())}, kinds=False, exists=True)


@maker
def move(random, sample, outer):
    if random.random() < 0.08:
        return rules(random, {"op": "move", "from": "", "to": "/" + escaped(sample.key())}, exists=True)
    if random.random() < 0.06:
        return rules(random, {"op": "move", "from": sample.any(is_object) or "/a", "to": ""}, exists=True)
    to = sample.new(0.4) if random.random() < 0.93 else (sample.any(is_list) or "/list") + random.choice(["/0", "/1", "/-"])
    return rules(random, maybe(random, {"op": "move", "from": sample.any() or "/a", "to": to}, 0.15, keepEmptyParents=True,
                               before=sample.key()), exists=True)


@maker
def copy(random, sample, outer):
    operation = {"op": "copy", "from": sample.any() or "/a", "to": sample.new()}
    if outer is not None and random.random() < 0.3:
        operation.update({"in": "document", "from": outer.any() or "/a"})
    elif random.random() < 0.08:
        operation.update({"in": "context", "from": random.choice(["/currency", "/table/a", "/none"])})
    return rules(random, maybe(random, operation, 0.25, makeParents=True), exists=True)


@maker
def remove(random, sample, outer):
    path = sample.any()
    if path is None:
        return None
    operation = {"op": "remove", "path": path}
    choice = random.random()
    value = sample.value_at(path)
    if choice < 0.25:
        operation["default"] = value if value is not MISSING and random.random() < 0.6 else sample.some_value()
    elif choice < 0.45:
        source = sample.any()
        if source is not None:
            by = {"by": transforms(random, sample, sample.value_at(source), outer)} if random.random() < 0.7 else {}
            operation["derived"] = {"from": source, **by}
    elif choice < 0.65:
        inner = restorer(random, sample, outer, path)
        if inner is not None:
            operation["restoredBy"] = inner
            maybe(random, operation, 0.3, ifDifferent=("keep", "remove"))
    return rules(random, maybe(random, operation, 0.15, removeEmptyParents=True, reason="nobody reads it"))


def restorer(random, sample, outer, path):
    name = random.choice(["generate", "derive", "copy", "add", "lookUp"])
    operation = MAKERS[name](random, sample, outer)
    if operation is None:
        return None
    operation["path" if name in ("generate", "add") else "to"] = path
    return operation


@maker
def add(random, sample, outer):
    return rules(random, maybe(random, {"op": "add", "path": sample.new(), "value": sample.some_value()}, 0.2, makeParents=True, before=sample.key()), exists=True)


@maker
def introduce(random, sample, outer):
    path = sample.new() if random.random() < 0.6 else sample.any()
    if path is None:
        return None
    return maybe(random, {"op": "introduce", "path": path}, 0.25, removeEmptyParents=True, reason="it is new", ifExists=("keep", "error"))


@maker
def set(random, sample, outer):
    path = sample.any(wild=0)
    if path is None:
        return None
    operation = {"op": "set", "path": path, "to": sample.some_value()}
    if random.random() < 0.6:
        operation["from"] = sample.value_at(path) if random.random() < 0.7 else anything(random, 1)
    return rules(random, operation, kinds=False)


@maker
def mapValues(random, sample, outer):
    path = sample.any(is_scalar, wild=0)
    if path is None:
        return None
    value = sample.value_at(path)
    if is_text(value) and random.random() < 0.5:
        table = {value: random.choice(TEXTS), random.choice(TEXTS): random.choice(TEXTS + ["same"]), "b": random.choice(["same", "a"])}
    else:
        table = [[value, anything(random, 1)], [anything(random, 1), random.choice(["low", Number("0"), None])], [Number("7"), "low"]]
    operation = maybe(random, {"op": "mapValues", "path": path, "table": table}, 0.3, fallback=anything(random, 1), reverseFallback=anything(random, 1))
    if "fallback" not in operation:
        maybe(random, operation, 0.5, ifUnknown=("skip", "error"))
    return rules(random, operation, kinds=False)


@maker
def convert(random, sample, outer):
    path = sample.any(lambda value: kind(value) in ("number", "string", "boolean"), wild=0)
    if path is None:
        return None
    from_ = kind(sample.value_at(path))
    to = random.choice([other for other in ("string", "number", "boolean") if other != from_])
    return rules(random, {"op": "convert", "path": path, "from": from_, "to": to})


DATES = ["iso8601", "iso8601WithFraction", "rfc3339", "rfc3339WithFraction", "iso8601Date", "httpDate", "mail", "unixSeconds",
         "unixMilliseconds", "unixMicroseconds", "yyyy-MM-dd HH:mm:ss Z", {"pattern": "yyyyMMdd", "assuming": "GMT"},
         {"pattern": "dd/MM/yyyy", "assuming": "+02:00"}, {"pattern": "yyyy-MM-dd'T'HH:mm", "assuming": "GMT"}]


@maker
def reformatDate(random, sample, outer):
    path = sample.any(lambda value: is_text(value) and value[:4] in ("2020", "2026", "2111"), wild=0) or sample.any(is_scalar)
    value = sample.value_at(path) if path else MISSING
    if path is None:
        return None
    from_ = "iso8601Date" if value == "2026-11-21" else "iso8601" if is_text(value) and "T" in value else random.choice(DATES)
    operation = {"op": "reformatDate", "path": path}
    if random.random() < 0.9:
        operation.update({"from": from_, "to": random.choice([other for other in DATES if other != from_])})
    return rules(random, operation)


@maker
def reformatData(random, sample, outer):
    path = sample.any(lambda value: is_text(value) and value in ("YQ==", "YWI=", "+/8=", "-_8", "fbff", "FBFF", "fb", ""), wild=0) or sample.any(is_text)
    formats = ["base64", "base64URL", "hexadecimal"]
    from_ = random.choice(formats)
    return path and rules(random, {"op": "reformatData", "path": path, "from": from_, "to": random.choice([f for f in formats if f != from_])})


@maker
def derive(random, sample, outer):
    source = sample.any(lambda value: value is not None and not isinstance(value, bool))
    if source is None:
        return None
    operation = {"op": "derive", "from": source, "to": sample.new(), "by": transforms(random, sample, sample.value_at(source), outer)}
    return rules(random, maybe(random, operation, 0.25, makeParents=True), exists=True)


@maker
def transform(random, sample, outer):
    path = sample.any(lambda value: is_text(value) or isinstance(value, (list, dict)))
    if path is None:
        return None
    operation = {"op": "transform", "path": path, "by": transforms(random, sample, sample.value_at(path), outer, random.random() < 0.5)}
    if random.random() < 0.2:
        operation["back"] = transforms(random, sample, sample.value_at(path), outer)
    return rules(random, operation)


@maker
def split(random, sample, outer):
    path = sample.any(lambda value: is_text(value) and any(c in value for c in " -/"))
    if path is None:
        return None
    value = sample.value_at(path)
    separator = next((c for c in " -/" if is_text(value) and c in value), " ")
    into = [sample.new() for _ in range(random.choice([2, 2, 3]))]
    if random.random() < 0.2:
        into[0] = path
    return rules(random, maybe(random, {"op": "split", "from": path, "into": into, "separator": separator}, 0.3, makeParents=True,
                               extraParts=("first", "last")), exists=True)


@maker
def join(random, sample, outer):
    from_ = [sample.any(is_text, wild=0.01) for _ in range(random.choice([2, 2, 3]))]
    if None in from_ or len({*from_}) < len(from_):
        return None
    into = from_[0] if random.random() < 0.2 else sample.new()
    return rules(random, maybe(random, {"op": "join", "from": from_, "into": into, "separator": random.choice([" ", "-", ", ", "/", ""])},
                               0.3, extraParts=("first", "last")), exists=True)


@maker
def drop(random, sample, outer):
    path = sample.any(is_object, root=True)
    whats = ["null", "emptyString", "emptyArray", "emptyObject"]
    operation = {"op": "drop", "what": random.sample(whats, random.choice([1, 1, 2, 4]))}
    if path:
        operation["path"] = path
    value = sample.value_at(path or "")
    if random.random() < 0.5:
        operation["members"] = [*random.sample(list(value), min(len(value), 2)), "none"] if is_object(value) else ["a"]
    return rules(random, maybe(random, operation, 0.25, deep=True))


@maker
def pick(random, sample, outer):
    path = sample.any(is_object, root=True)
    value = sample.value_at(path or "")
    members = random.sample(list(value), random.randint(1, len(value))) if is_object(value) and value else ["a"]
    return rules(random, {"op": "pick", **({"path": path} if path else {}), "members": members})


@maker
def sort(random, sample, outer):
    path = sample.any(is_list, wild=0.02)
    if path is None:
        return None
    operation = {"op": "sort", "path": path}
    by = sample.inner_path(sample.value_at(path))
    if by is not None and random.random() < 0.9:
        operation["by"] = by
    return rules(random, maybe(random, operation, 0.25, compare=("bytes", "caseInsensitive"), descending=True, missing=("first", "last"),
                               mixed=True, anyOrder=True))


@maker
def requireUnique(random, sample, outer):
    path = sample.any(is_list)
    if path is None:
        return None
    operation = {"op": "requireUnique", "path": path}
    by = sample.inner_path(sample.value_at(path))
    if by:
        operation["by"] = by
    return rules(random, maybe(random, operation, 0.25, compare=("bytes", "caseInsensitive")))


@maker
def wrap(random, sample, outer):
    path = sample.any()
    return path and rules(random, {"op": "wrap", "path": path}, ifMany=("first", "error"), ifEmpty=("remove", "null", "error"))


@maker
def unwrap(random, sample, outer):
    path = sample.any(is_list)
    return path and rules(random, {"op": "unwrap", "path": path}, ifMany=("first", "error"), ifEmpty=("remove", "null", "error"))


@maker
def objectToArray(random, sample, outer):
    path = sample.any(is_object, root=random.random() < 0.1)
    if path is None:
        return None
    value = sample.value_at(path)
    operation = {"op": "objectToArray", "path": path, "id": random.choice(["key", "id", "k/k", "name"])}
    if not is_map_of_objects(value) or random.random() < 0.3:
        operation["value"] = random.choice(["value", "v", "n"])
        maybe(random, operation, 0.2, default=sample.some_value())
    return rules(random, maybe(random, operation, 0.12, idAs=("number", "string", "boolean")))


@maker
def arrayToObject(random, sample, outer):
    path = sample.any(is_list_of_objects)
    if path is None:
        return None
    list_ = sample.value_at(path)
    id_ = sample.inner_key(list_, lambda value: is_text(value) or is_number(value))
    if id_ is None:
        return None
    operation = {"op": "arrayToObject", "path": path, "id": key_of(random, id_)}
    if isinstance(list_, list) and is_number(list_[0].get(id_)):
        operation["idAs"] = "number"
    other = sample.inner_key(list_)
    if other != id_ and random.random() < 0.35:
        operation["value"] = key_of(random, other)
        maybe(random, operation, 0.3, default=sample.some_value())
    return rules(random, operation, exists=True)


@maker
def renameKeys(random, sample, outer):
    path = sample.any(is_object, root=True)
    value = sample.value_at(path or "")
    operation = {"op": "renameKeys", **({"path": path} if path else {})}
    if random.random() < 0.5 or not is_object(value) or not value:
        operation["by"] = transforms(random, sample, "x_a", outer, random.random() < 0.6)
        maybe(random, operation, 0.25, back=transforms(random, sample, "x_a", outer))
    else:
        keys = random.sample(list(value), min(len(value), random.randint(1, 4)))
        operation["table"] = {key: sample.key() if random.random() < 0.8 else random.choice(keys) for key in keys}
        maybe(random, operation, 0.5, ifUnknown=("keep", "keep", "drop", "error"), reverseIfUnknown=("keep", "drop", "error"))
    return rules(random, operation, exists=True)


def chosen_members(random, value, operation):
    keys = list(value) if is_object(value) else ["a", "b"]
    choice = random.random()
    if choice < 0.3 and keys:
        operation["members"] = random.sample(keys, random.randint(1, min(3, len(keys))))
    elif choice < 0.55 and keys:
        operation["except"] = random.sample(keys, random.randint(1, min(3, len(keys))))
    elif choice < 0.75:
        operation["prefix"] = random.choice(["x_", keys[0][:1] if keys and keys[0] else "x"])
    elif choice < 0.9:
        operation["suffix"] = random.choice(["Size", "e"])
    return operation


@maker
def gather(random, sample, outer):
    path = sample.any(is_object, root=True)
    value = sample.value_at(path or "")
    into = random.choice(list(value)) if is_object(value) and value and random.random() < 0.15 else sample.key()
    operation = {"op": "gather", **({"path": path} if path else {}), "into": key_of(random, into)}
    return rules(random, maybe(random, chosen_members(random, value, operation), 0.2, merge=True), exists=True)


@maker
def scatter(random, sample, outer):
    place = sample.member(is_object)
    if place is None:
        return None
    operation = {"op": "scatter", "from": key_of(random, tokens(place)[-1])}
    if place.rpartition("/")[0]:
        operation["path"] = place.rpartition("/")[0]
    return rules(random, chosen_members(random, sample.value_at(place), operation), exists=True)


@maker
def flatten(random, sample, outer):
    path = sample.any(is_list_of_lists) if random.random() < 0.4 else sample.any(is_list_of_objects)
    if path is None:
        return None
    list_ = sample.value_at(path)
    operation = {"op": "flatten", "path": path}
    if not is_list_of_lists(list_):
        elements = sample.inner_path(list_, is_list)
        if elements is None:
            return None
        operation["elements"] = elements
        if random.random() < 0.5:
            from_ = sample.inner_path(list_, is_scalar)
            if from_:
                operation["carry"] = {from_: random.choice(["/sheet", from_])}
        if "carry" not in operation:
            maybe(random, operation, 0.2, size=(Number("1"), Number("2")))
        maybe(random, operation, 0.2, rest=({"meta": {}}, {"name": "A"}))
    else:
        maybe(random, operation, 0.3, size=(Number("1"), Number("2")))
    return rules(random, operation)


@maker
def group(random, sample, outer):
    path = sample.any(is_list, wild=0.02)
    if path is None:
        return None
    operation = {"op": "group", "path": path}
    by = sample.inner_path(sample.value_at(path), is_scalar)
    choice = random.random()
    if by and choice < 0.6:
        operation.update({"elements": random.choice(["/items", "/lines"]), "carry": {by: random.choice([by, "/g"])}})
        maybe(random, operation, 0.2, rest=({"meta": {}},))
    elif choice < 0.85:
        operation["size"] = random.choice([Number("1"), Number("2"), Number("3")])
        maybe(random, operation, 0.3, elements="/items")
    return rules(random, operation)


@maker
def repeatText(random, sample, outer):
    path = sample.any(is_number)
    return path and rules(random, {"op": "repeatText", "path": path, "text": random.choice(["#", "ab", "é"])})


@maker
def countText(random, sample, outer):
    path = sample.any(lambda value: is_text(value) and set_of(value) <= {"#"}) or sample.any(is_text)
    return path and rules(random, {"op": "countText", "path": path, "text": "#"})


def set_of(value):
    return {*value}


def is_json(value):
    if not is_text(value):
        return False
    try:
        parse(value)
    except ValueError:
        return False
    return True


@maker
def parseJSON(random, sample, outer):
    path = sample.any(is_json) or sample.any(is_text)
    return path and rules(random, maybe(random, {"op": "parseJSON", "path": path}, 0.2, style=(*STYLES,), escapeHTML=True))


@maker
def printJSON(random, sample, outer):
    path = sample.any()
    return path and rules(random, maybe(random, {"op": "printJSON", "path": path}, 0.25, style=(*STYLES,), escapeHTML=True), kinds=False)


@maker
def match(random, sample, outer):
    path = sample.any(is_text)
    if path is None:
        return None
    pattern, names, back = random.choice([
        ("(?<m>#*)\\s*(?<t>.*)", ["m", "t"], "{m} {t}"), ("(?<m>[^ ]*) (?<t>.*)", ["m", "t"], "{m} {t}"),
        ("(?<m>\\w)(?<t>.*)", ["m", "t"], "{m}{t}"), ("(?<m>v?)(?<t>.*)", ["m", "t"], "{m}{t}"), ("(?<m>.*)", ["m"], "{m}"),
        ("(?<m>[^-/]*)([-/])(?<t>.*)", ["m", "t"], "{m}-{t}"), ("(?<m>a)?(?<t>.*)", ["m", "t"], "{m}{t}"),
    ])
    into = {name: sample.new(0.3) for name in names}
    if random.random() < 0.4:
        into[names[-1]] = path
    operation = {"op": "match", "from": path, "pattern": pattern, "into": into}
    return rules(random, maybe(random, operation, 0.8, back=back), exists=True)


@maker
def compose(random, sample, outer):
    from_ = [sample.any(is_text, wild=0.01) for _ in range(2)]
    if None in from_ or from_[0] == from_[1]:
        return None
    template, back = random.choice([
        ("{l}, {f}", "(?<l>[^,]*), (?<f>.*)"), ("{f} {l}", "(?<f>.*) (?<l>.*)"), ("{f}{l}", "(?<f>.)(?<l>.*)"), ("{{{f}}}-{l}", "\\{(?<f>.*)\\}-(?<l>.*)"),
    ])
    operation = {"op": "compose", "into": from_[0] if random.random() < 0.2 else sample.new(), "template": template, "from": {"f": from_[0], "l": from_[1]}}
    return rules(random, maybe(random, operation, 0.8, back=back), exists=True)


@maker
def generate(random, sample, outer):
    operation = {"op": "generate", "path": sample.new(0) if random.random() < 0.7 else sample.any() or "/id"}
    operation["as"] = random.choice(["sequence", "sequence", "index", "uuid", "digest"])
    if operation["as"] == "sequence":
        operation["pattern"] = random.choice(["row-%d", "cell-%04d", "%a)", "%A", "%d"])
        maybe(random, operation, 0.3, start=(Number("0"), Number("5"), Number("1")), restart=True)
    elif operation["as"] == "index":
        maybe(random, operation, 0.4, start=(Number("1"), Number("10")), pattern=("i%d", "%a"))
    elif operation["as"] == "uuid":
        operation["seed"] = "s"
    return rules(random, operation, kinds=False)


@maker
def calculate(random, sample, outer):
    path = sample.any(is_number)
    if path is None:
        return None
    other = Number(random.choice(["1", "2", "100", "10", "3", "-1", "0.5", "1e2", "0", "12345678901234567"]))
    choice = random.random()
    if choice < 0.25:
        other = {"path": sample.any(is_number) or "/num"}
    elif choice < 0.33 and outer is not None:
        other = {"in": "document", "path": outer.any(is_number) or "/num"}
    elif choice < 0.37:
        other = {"in": "context", "path": "/factor"}
    operation = {"op": "calculate", "path": path, random.choice(["multiply", "divide", "plus", "minus"]): other}
    return rules(random, maybe(random, operation, 0.2, fractionDigits=(Number("0"), Number("2")), reverseFractionDigits=(Number("0"), Number("1"), Number("2"))))


@maker
def arrayToMembers(random, sample, outer):
    path = sample.any(is_list)
    if path is None:
        return None
    keys = ["x", "y", "z", "k/k"][: random.randint(1, 4)]
    return rules(random, maybe(random, {"op": "arrayToMembers", "path": path, "keys": keys}, 0.5, required=(Number("0"), Number("1"), Number(len(keys)))))


@maker
def membersToArray(random, sample, outer):
    path = sample.any(lambda value: is_object(value) and len(value) < 5)
    if path is None:
        return None
    value = sample.value_at(path)
    keys = list(value) if is_object(value) and value else ["x", "y"]
    random.shuffle(keys)
    if random.random() < 0.3:
        keys.append("more")
    return rules(random, maybe(random, {"op": "membersToArray", "path": path, "keys": keys}, 0.5, required=(Number("0"), Number("1"), Number(len(keys)))))


def tree_members(random, sample, list_):
    first = list_[0] if isinstance(list_, list) and list_ else {}
    if "level" in first:
        return maybe(random, {"level": "/level", "children": "parts"}, 0.15, root=Number("1"))
    if any(isinstance(inner, dict) and isinstance(inner.get("children"), list) and all(is_scalar(c) for c in inner["children"]) for inner in list_ or []):
        return {"id": "/id", "childIDs": True, "children": "children"}
    return maybe(random, {"id": "/id", "parent": "/parent", "children": random.choice(["children", "children", "items"])}, 0.2, root=(None, Number("0"), "a"))


@maker
def listToTree(random, sample, outer):
    path = sample.any(is_list_of_objects, wild=0)
    if path is None:
        return None
    operation = {"op": "listToTree", "path": path, **tree_members(random, sample, sample.value_at(path))}
    return rules(random, maybe(random, operation, 0.25, emptyChildren=True, anyOrder=True))


@maker
def treeToList(random, sample, outer):
    path = sample.any(is_list_of_objects, wild=0)
    if path is None:
        return None
    members = random.choice([
        {"id": "/id", "parent": "/up", "children": "children"}, {"level": "/depth", "children": "children"},
        {"id": "/id", "childIDs": True, "children": "children"}, {"level": "/depth", "children": "rows"},
    ])
    return rules(random, maybe(random, {"op": "treeToList", "path": path, **members}, 0.25, emptyChildren=True, anyOrder=True))


@maker
def attach(random, sample, outer):
    lists = [(pointer, value) for pointer, value in sample.all if is_list_of_objects(value) and pointer.count("/") == 1]
    if len(lists) < 2:
        place = sample.any(lambda value: is_object(value) and "folders" in value and "files" in value)
        if place is None:
            return None
        operation = {"op": "attach", "path": place, "from": "/files", "to": "/folders", "id": "/id", "reference": "/folder", "into": "files"}
    else:
        (from_, elements), (to, owners) = random.sample(lists, 2)
        id_ = sample.inner_path(owners, is_scalar) or "/id"
        operation = {"op": "attach", "from": from_, "to": to, "id": id_, "reference": sample.inner_path(elements, is_scalar) or "/id", "into": sample.key()}
    return rules(random, maybe(random, operation, 0.3, noEmptyLists=True, anyOrder=True))


@maker
def detach(random, sample, outer):
    path = sample.any(lambda value: is_list_of_objects(value) and any(isinstance(child, list) for inner in value for child in inner.values()), wild=0)
    if path is None:
        return None
    list_ = sample.value_at(path)
    out = sample.inner_key(list_, is_list)
    id_ = sample.inner_path(list_, is_scalar)
    if id_ is None:
        return None
    operation = {"op": "detach", "into": sample.new(0), "from": path, "id": id_, "reference": "/of", "outOf": key_of(random, out)}
    return rules(random, maybe(random, operation, 0.3, noEmptyLists=True, anyOrder=True))


@maker
def hoist(random, sample, outer):
    path = sample.any(is_list_of_objects, wild=0)
    if path is None:
        return None
    member = sample.inner_path(sample.value_at(path))
    if member is None:
        return None
    return rules(random, {"op": "hoist", "list": path, "member": member, "to": sample.new(0.3)}, ifMixed=("keep", "keep", "error"))


@maker
def plunge(random, sample, outer):
    path = sample.any(is_list_of_objects, wild=0) or sample.any(is_list)
    from_ = sample.any()
    if path is None or from_ is None:
        return None
    member = "/" + escaped(sample.key()) if random.random() < 0.8 else sample.inner_path(sample.value_at(path)) or "/m"
    return rules(random, {"op": "plunge", "from": from_, "list": path, "member": member}, ifMixed=("keep", "keep", "error"))


def parts(random, sample, list_):
    from places import Sample
    element = Sample(random, random.choice(list_) if isinstance(list_, list) and list_ else {"age": Number("7")})
    found = [{"path": sample.new(0), "if": condition(random, element, None, 1)} for _ in range(random.choice([1, 1, 2]))]
    return [*found, {"path": sample.new(0)}] if random.random() < 0.8 else found


@maker
def partition(random, sample, outer):
    path = sample.any(is_list, wild=0)
    if path is None:
        return None
    operation = {"op": "partition", "from": path, "into": parts(random, sample, sample.value_at(path))}
    if random.random() < 0.15:
        operation["into"][0]["path"] = path
    return rules(random, maybe(random, operation, 0.3, noEmptyLists=True, anyOrder=True))


@maker
def concatenate(random, sample, outer):
    from_ = [sample.any(is_list, wild=0.05) for _ in range(random.choice([2, 2, 3]))]
    if None in from_ or len({*from_}) < len(from_):
        return None
    members = parts(random, sample, sample.value_at(from_[0]))
    named = [{"path": path, **({"if": condition(random, sample, None, 1)} if index < len(from_) - 1 or random.random() < 0.1 else {})} for index, path in enumerate(from_)]
    for part, made in zip(named, members):
        if "if" in part and "if" in made:
            part["if"] = made["if"]
    into = from_[0] if random.random() < 0.2 else sample.new(0)
    return rules(random, maybe(random, {"op": "concatenate", "into": into, "from": named}, 0.3, noEmptyLists=True, anyOrder=True))


@maker
def lookUp(random, sample, outer):
    from_ = sample.any(is_scalar, wild=0)
    if from_ is None:
        return None
    tables = outer or sample
    operation = {"op": "lookUp", "from": from_, "to": sample.new(0)}
    if random.random() < 0.1:
        operation.update({"in": "context", "table": "/table"})
    else:
        if random.random() < 0.3:
            operation["in"] = "document"
        if random.random() < 0.5:
            operation["table"] = tables.any(is_object) or "/byId"
        else:
            operation["table"] = tables.any(is_list_of_objects) or "/users"
            list_ = tables.value_at(operation["table"])
            operation["by"] = tables.inner_path(list_, is_scalar) or "/id"
            maybe(random, operation, 0.3, match=("first", "last", "range"))
            taken = tables.inner_path(list_)
            if taken:
                maybe(random, operation, 0.6, take=taken)
    return rules(random, operation, kinds=False, exists=True, ifUnknown=("skip", "skip", "error"), ifTableAbsent=("skip", "error"))


@maker
def indexToKey(random, sample, outer):
    path = sample.any(is_number)
    if path is None:
        return None
    tables = outer or sample
    operation = {"op": "indexToKey", "path": path}
    if random.random() < 0.4:
        operation["list"] = tables.any(is_object) or "/scene/byName"
    else:
        operation["list"] = tables.any(is_list_of_objects) or "/scene/materials"
        operation["key"] = tables.inner_path(tables.value_at(operation["list"]), is_scalar) or ""
    return rules(random, operation)


@maker
def keyToIndex(random, sample, outer):
    path = sample.any(is_text)
    if path is None:
        return None
    operation = indexToKey(random, sample, outer) or {"list": "/list", "key": ""}
    return {**operation, "op": "keyToIndex", "path": path}
