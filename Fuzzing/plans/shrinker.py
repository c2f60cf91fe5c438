"""Makes a finding small: a smaller plan and document that show the same."""
import time

from examine import ALL, Examination
from plans import unmarked
from tool import PlanRefused
from values import MISSING, Number, copied, kind, places, replaced, text

NEEDED = {"carry": {"back", "carry"}, "class": {"back", "exact"}, "order": {"order"}, "single": {"single"}, "set": {"set"}, "page": {"page"}, "variant": {"variants"},
          "large": {"large"}, "many": {"many"}, "keep": {"keep"}, "lock": {"lock"}, "partial": {"partial"}}


def shrunk(tool, finding, seconds=25):
    """The finding with a smaller plan and documents, found within a time."""
    end = time.monotonic() + seconds
    checks = ALL if finding.kind == "crash" else frozenset(NEEDED.get(finding.kind.removeprefix("step of ").split()[0], {"back"}))
    best = finding

    def shows(plan, documents, start, to):
        nonlocal best
        if time.monotonic() > end:
            return False
        try:
            found = Examination(tool, plan, start, to, documents, checks).run()
        except (PlanRefused, KeyError, StopIteration, IndexError):
            return False
        for other in found:
            if other.kind == finding.kind:
                other.documents = documents
                best = other
                return True
        return False

    if not shows(finding.plan, finding.documents, finding.start, finding.to):
        finding.words = "(not shown again by this document alone) " + finding.words
        return finding
    changed = True
    while changed and time.monotonic() < end:
        changed = False
        for documents in fewer(best.documents):
            if shows(best.plan, documents, best.start, best.to):
                changed = True
                break
        for smaller in (shorter_paths, smaller_plans, smaller_documents):
            again = True
            while again and time.monotonic() < end:
                again = False
                for candidate in smaller(best):
                    if shows(*candidate):
                        again = changed = True
                        break
    return best


def fewer(documents):
    if len(documents) > 1:
        half = len(documents) // 2
        yield documents[:half]
        yield documents[half:]
        for number in range(len(documents)):
            yield documents[:number] + documents[number + 1:]


def shorter_paths(finding):
    """Plans without a version, and with fewer steps."""
    plan = finding.plan
    if "version" in plan:
        bare = copied(plan)
        del bare["version"]
        for version in bare["versions"]:
            version.pop("at", None)
            version.pop("unmarked", None)
        yield bare, [unmarked(plan, finding.start, document) for document in finding.documents], finding.start, finding.to
    labels = [version["version"] for version in plan["versions"]]
    for label in labels:
        if label in (finding.start, finding.to) or label == labels[0] and False:
            continue
        fewer_steps = copied(plan)
        at = labels.index(label)
        into = [step for step in fewer_steps["migrations"] if step["to"] == label]
        out = [step for step in fewer_steps["migrations"] if step["from"] == label]
        fewer_steps["versions"] = [version for version in fewer_steps["versions"] if version["version"] != label]
        fewer_steps["migrations"] = [step for step in fewer_steps["migrations"] if step not in into + out]
        if at not in (0, len(labels) - 1):
            joined = {"from": labels[at - 1], "to": labels[at + 1], "summary": "s"}
            both = [part for step in into + out for part in step.get("operations", [])]
            if all("operations" in step for step in into + out):
                yield {**fewer_steps, "migrations": fewer_steps["migrations"] + [{**joined, "operations": both}]}, finding.documents, finding.start, finding.to
            for step in into + out:
                yield {**fewer_steps, "migrations": fewer_steps["migrations"] + [{**step, **joined}]}, finding.documents, finding.start, finding.to
        else:
            yield fewer_steps, finding.documents, finding.start, finding.to


KEPT = {"op", "planFormat", "name", "versions", "migrations", "from", "to", "version", "summary", "operations", "up", "down"}


def smaller_plans(finding):
    """Plans without an operation, with the operations of a scope in its place, and without a member."""
    plan = finding.plan
    rest = finding.documents, finding.start, finding.to
    lists = plan.get("lists", {})
    for name in lists:
        if '"list":"%s"' % name not in text(plan):
            yield {**plan, "lists": {key: list_ for key, list_ in lists.items() if key != name}}, *rest
    if not lists and "lists" in plan:
        yield {key: value for key, value in plan.items() if key != "lists"}, *rest
    for pointer, value in places(plan):
        if isinstance(value, list) and value and all(isinstance(inner, dict) and "op" in inner for inner in value):
            for number, operation in enumerate(value):
                if len(value) > 1:
                    yield replaced(plan, pointer, value[:number] + value[number + 1:]), *rest
                for inner in operation.get("operations"), operation.get("otherwise"), *(operation.get("cases") or {}).values():
                    if isinstance(inner, list) and inner:
                        yield replaced(plan, pointer, value[:number] + inner + value[number + 1:]), *rest
                if operation["op"] == "use" and isinstance(lists.get(operation["list"]), list):
                    yield replaced(plan, pointer, value[:number] + lists[operation["list"]] + value[number + 1:]), *rest
    for pointer, value in places(plan):
        last = pointer.rpartition("/")[2]
        if pointer and not last.isdigit() and last not in KEPT:
            yield replaced(plan, pointer, MISSING), *rest
        elif isinstance(value, list) and len(value) > 1 and last not in KEPT and last != "table":
            for number in range(len(value)):
                yield replaced(plan, pointer, value[:number] + value[number + 1:]), *rest


def smaller_documents(finding):
    plan, start, to = finding.plan, finding.start, finding.to
    for number, document in enumerate(finding.documents):
        for smaller in smaller_values(document):
            yield plan, [*finding.documents[:number], smaller, *finding.documents[number + 1:]], start, to


def smaller_values(document):
    for pointer, value in places(document):
        if pointer:
            yield replaced(document, pointer, MISSING)
    for pointer, value in places(document):
        if not pointer:
            continue
        if isinstance(value, (list, dict)):
            if value:
                yield replaced(document, pointer, type(value)())
            for simple in ("a", Number("1")):
                yield replaced(document, pointer, simple)
        elif kind(value) == "string" and value not in ("", "a"):
            yield replaced(document, pointer, "a")
            if len(value) > 1:
                yield replaced(document, pointer, value[: len(value) // 2])
                yield replaced(document, pointer, value[1:])
        elif kind(value) == "number" and value != "1":
            yield replaced(document, pointer, Number("1"))
        elif kind(value) in ("boolean", "null"):
            yield replaced(document, pointer, Number("1"))
