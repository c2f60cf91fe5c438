"""Plans that must do the same as another plan.

Each function returns the other plan, a function that changes documents for it, one that takes its results apart, and the
path that losses then begin with; or `None` if the plan is of no use for that.
"""
from values import copied


def names(value):
    if isinstance(value, dict):
        own = [value["op"]] if isinstance(value.get("op"), str) else []
        return own + [name for inner in value.values() for name in names(inner)]
    return [name for inner in value for name in names(inner)] if isinstance(value, list) else []


def has(value, test):
    if test(value):
        return True
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(has(inner, test) for inner in children)


LOOKING = frozenset(["lookUp", "indexToKey", "keyToIndex"])


def looks_outside(plan):
    """Whether operations read scratch values, or the document as it was before the outermost scope."""
    return not LOOKING.isdisjoint(names(plan)) or has(
        plan, lambda value: isinstance(value, str) and (value.startswith("$") or value == "document"))


def has_only(plan):
    return has(plan, lambda value: isinstance(value, dict) and "only" in value)


def steps(plan, change):
    """The plan with other operations in each step."""
    plan = copied(plan)
    for step in plan["migrations"]:
        for half in ("operations", "up", "down"):
            if half in step:
                step[half] = change(step[half])
    return plan


def is_plain(plan):
    return "version" not in plan and not any(
        set(version) - {"version"} for version in plan["versions"]) and "routes" not in plan


def inside(plan):
    """All operations of a step in a scope that leads nowhere."""
    if looks_outside(plan):
        return None
    other = steps(plan, lambda operations: [{"op": "inside", "path": "", "operations": operations}])
    return other, lambda document: document, lambda result: result, ""


def nested(plan):
    """Documents as a member of others."""
    if not is_plain(plan) or looks_outside(plan) or "generate" in names(plan):
        return None
    other = steps(plan, lambda operations: [{"op": "asDocument", "path": "/doc/in", "operations": operations}])
    return other, lambda document: {"doc": {"in": document, "z": []}}, lambda result: result["doc"]["in"], "/doc/in"


def elements(plan):
    """Documents as elements of others, beside a copy of themselves."""
    if not is_plain(plan) or looks_outside(plan) or "generate" in names(plan):
        return None
    other = steps(plan, lambda operations: [
        {"op": "each", "path": "/list", "operations": [{"op": "asDocument", "operations": operations}]}])
    return other, lambda document: {"list": [document, document]}, lambda result: result["list"][1], "/list/1"


def lists(plan):
    """Operations of named lists."""
    other = copied(plan)
    other["lists"] = dict(other.get("lists", {}))
    for number, step in enumerate(other["migrations"]):
        for half in ("operations", "up", "down"):
            if half in step:
                name = f"all {number} {half}"
                other["lists"][name] = step[half]
                step[half] = [{"op": "use", "list": name}]
    return other, lambda document: document, lambda result: result, ""


VARIANTS = {function.__name__: function for function in (inside, nested, elements, lists)}
