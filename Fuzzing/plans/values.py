"""JSON values that keep the text of their numbers.

An object is a dict, an array a list, a string a str, and a number a `Number`, which is its text.
"""
import json


class Number(str):
    """A number as the document spells it: `1.0` is not `1`."""

    __slots__ = ()


def parse(text):
    return json.loads(text, parse_float=Number, parse_int=Number)


def quoted(string):
    return json.dumps(string, ensure_ascii=False)


def text(value):
    """The value as JSON without spaces, members in their order."""
    if isinstance(value, dict):
        return "{" + ",".join(quoted(key) + ":" + text(inner) for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(text(inner) for inner in value) + "]"
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, (bool, int, float)) or value is None:
        return json.dumps(value)
    return quoted(value)


def canonical(value):
    """The value as JSON with sorted keys: equal for values that mean the same, number texts included."""
    if isinstance(value, dict):
        return "{" + ",".join(quoted(key) + ":" + canonical(value[key]) for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(inner) for inner in value) + "]"
    return text(value)


def same(one, other):
    return canonical(one) == canonical(other)


def kind(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (Number, int, float)):
        return "number"
    return {str: "string", list: "array", dict: "object"}.get(type(value), "absent")


def copied(value):
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    return value


def columns(value):
    """The column (in characters, from 1) of every value in `text(value)`, by its pointer."""
    found = {}
    at = 1

    def visit(inner, pointer):
        nonlocal at
        found[pointer] = at
        if isinstance(inner, (dict, list)) and inner:
            at += 1
            members = inner.items() if isinstance(inner, dict) else enumerate(inner)
            for key, child in members:
                if isinstance(inner, dict):
                    at += len(quoted(key)) + 1
                visit(child, pointer + "/" + escaped(str(key)))
                at += 1
        else:
            at += len(text(inner))

    visit(value, "")
    return found


# Pointers (RFC 6901)


def escaped(key):
    return key.replace("~", "~0").replace("/", "~1")


def tokens(pointer):
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


MISSING = object()


def find(value, pointer):
    """The value at a pointer, or `MISSING`."""
    for token in tokens(pointer):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return MISSING
    return value


def places(value, pointer=""):
    """Every value with its pointer, outer ones first."""
    yield pointer, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, pointer + "/" + escaped(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, f"{pointer}/{index}")


def replaced(value, pointer, new):
    """A copy with another value at a pointer; `MISSING` removes."""
    if pointer == "":
        return new
    value = copied(value)
    *way, last = tokens(pointer)
    parent = value
    for token in way:
        parent = parent[int(token)] if isinstance(parent, list) else parent.get(token)
        if not isinstance(parent, (dict, list)):
            return value
    if isinstance(parent, list):
        if new is MISSING:
            del parent[int(last)]
        else:
            parent[int(last)] = new
    elif new is MISSING:
        parent.pop(last, None)
    else:
        parent[last] = new
    return value
