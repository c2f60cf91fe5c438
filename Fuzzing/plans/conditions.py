"""Makes conditions for a sample."""
from documents import WORDS, anything
from places import Sample, is_list, is_number, is_object, is_text
from values import MISSING, Number, escaped, kind

KINDS = ["null", "boolean", "number", "string", "array", "object"]


def condition(random, sample, outer=None, depth=2):
    choice = random.random()
    if depth and choice < 0.08:
        return {"all": [condition(random, sample, outer, depth - 1) for _ in range(random.randint(1, 2))]}
    if depth and choice < 0.16:
        return {"any": [condition(random, sample, outer, depth - 1) for _ in range(random.randint(1, 2))]}
    if depth and choice < 0.24:
        return {"not": condition(random, sample, outer, depth - 1)}
    found = {}
    if outer is not None and random.random() < 0.1:
        sample, found["in"] = outer, "document"
    path = sample.any(root=True, wild=0.1) or ""
    value = sample.value_at(path)
    if path or random.random() < 0.5:
        found["path"] = path
    found.update(test(random, sample, path, value, outer, depth))
    return found


def test(random, sample, path, value, outer, depth):
    tests = ["present", "absent", "equals", "oneOf", "kind"]
    if is_text(value):
        tests += ["prefix", "suffix", "contains", "matches", "keyOf", "oneOfPath"]
    if is_number(value):
        tests += ["atLeast", "atMost", "range"]
    if is_list(value) or is_object(value):
        tests += ["count", "countRange", "hasElement", "eachElement"]
    tests += ["sameAs"]
    chosen = random.choice(tests)
    given = anything(random, 1) if value is MISSING else value
    text = value if is_text(value) else random.choice(WORDS)
    count = len(value) if isinstance(value, (list, dict)) else 1
    other = sample.any(wild=0.1) or "/a"
    if outer is not None and random.random() < 0.3:
        other = {"in": "document", "path": outer.any() or "/a"}
    if chosen == "present":
        return {"present": random.random() < 0.7}
    if chosen == "absent":
        return {"absent": random.random() < 0.7}
    if chosen == "equals":
        return {"equals": given}
    if chosen == "oneOf":
        return {"oneOf": [given, anything(random, 1)]}
    if chosen == "kind":
        right = KINDS[0] if value is MISSING else kind(value)
        return {"kind": random.choice([right, right, random.choice(KINDS), [right, random.choice(KINDS)]])}
    if chosen == "prefix":
        return {"prefix": text[: random.randint(0, 2)]}
    if chosen == "suffix":
        return {"suffix": text[-1:]}
    if chosen == "contains":
        return {"contains": text[1:2] or "a"}
    if chosen == "matches":
        return {"matches": random.choice(["[a-zA-Z ]+", ".*", "\\d+", "(a|b).*", "\\w*\\s?\\w*"])}
    if chosen == "keyOf":
        return {"keyOf": sample.any(is_object) or other}
    if chosen == "oneOfPath":
        return {"oneOf": {"path": sample.any(is_list) or "/list", **({"by": "/id"} if random.random() < 0.3 else {})}}
    if chosen == "atLeast":
        return {"atLeast": Number(random.choice("0123"))}
    if chosen == "atMost":
        return {"atMost": Number(random.choice("0123"))}
    if chosen == "range":
        return {"atLeast": Number("0"), "atMost": Number("10.5")}
    if chosen == "count":
        return {"count": Number(count)}
    if chosen == "countRange":
        return {"count": {"atLeast": Number(min(count, 1)), **({"atMost": Number(count + 1)} if random.random() < 0.5 else {})}}
    if chosen in ("hasElement", "eachElement"):
        inner = list(value.values()) if isinstance(value, dict) else value
        element = Sample(random, random.choice(inner)) if inner else sample
        return {chosen: condition(random, element, None, max(depth - 1, 0))}
    return {"sameAs": other}
