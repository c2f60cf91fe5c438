"""Makes plans: versions, steps, and where documents name their version; writes versions into documents and removes them."""
from collections import Counter

import documents
from operations import maybe
from places import Sample
from scopes import Scopes
from tool import PlanRefused
from variants import names
from values import MISSING, Number, copied, escaped, find, replaced, text, tokens

CONTEXT = {"currency": "EUR", "table": {"a": "x", "1": Number("2"), "Ann": {"n": None}}, "factor": Number("3")}

PLACES = [
    {"at": "/version", "as": "integer"}, {"at": "/meta/v", "as": "string"}, {"at": "/version", "as": "integerOrString"},
    {"at": "/$schema", "as": "string", "text": "https://acme.example/order-{version}.json"}, {"at": "/version", "as": "semantic"},
]


# Operations that often have no reverse.
CONDITIONAL = frozenset(["when", "everywhere", "switch", "transform", "renameKeys", "join", "match", "compose"])


class Maker:
    def __init__(self, random, tool):
        self.random, self.tool = random, tool
        self.refusals = Counter()

    def plan(self):
        """A plan, and the sample documents of each version."""
        random = self.random
        self.lists = {}
        sample = documents.world(random) if random.random() < 0.97 else documents.anything(random)
        if not isinstance(sample, dict):
            sample = {"v": sample}
        count = random.choice([2, 2, 2, 2, 3, 3, 4])
        labels = [str(number + 1) for number in range(count)]
        plan = {"planFormat": Number("2"), "name": "Fuzz"}
        if random.random() < 0.55:
            plan["version"] = copied(random.choice(PLACES))
        plan["versions"] = [{"version": label} for label in labels]
        if "version" in plan:
            self.vary_versions(plan)
        samples, migrations = [sample], []
        for older, newer in zip(labels, labels[1:]):
            step, sample = self.step(sample, count)
            migrations.append({"from": older, "to": newer, "summary": f"Step {older}", **step})
            samples.append(sample)
            if random.random() < 0.04:
                plan["versions"][int(newer) - 1]["knows"] = known(random, sample)
            if random.random() < 0.06 and isinstance(sample, dict):
                plan["versions"][int(newer) - 1]["style"] = random.choice([{"indent": Number("2")}, {"keyOrder": "sorted"}, {"escapeNonASCII": True}])
        if self.lists:
            plan["lists"] = self.lists
        plan["migrations"] = migrations
        if random.random() < 0.05 and count > 2:
            plan["routes"] = []
        if random.random() < 0.05:
            operations = self.made(samples[-1], 1)[0]
            plan["versions"][-1]["normalize"] = [operation for operation in operations if not contains_only(operation)]
        return plan, samples

    def vary_versions(self, plan):
        random = self.random
        if plan["version"]["as"] == "integer" and random.random() < 0.15:
            plan["versions"][0]["unmarked"] = True
            plan["version"]["default"] = "1"
        if random.random() < 0.12:
            plan["versions"][-1]["at"] = random.choice(["/v2", "/info/version", "/openapi"])

    def step(self, sample, count):
        """The operations of a step, and what it makes of the sample."""
        random = self.random
        operations, after = self.made(sample, random.choice([1, 1, 2, 3, 4]) if count > 2 else random.choice([1, 1, 1, 2, 3, 5]))
        choice = random.random()
        if choice < 0.76:
            for operation in operations:
                if random.random() < 0.05 and not contains_only(operation):
                    operation["only"] = random.choice(["up", "down"])
            return {"operations": operations}, after
        operations = [operation for operation in operations if not contains_only(operation)] or [{"op": "introduce", "path": "/introduced"}]
        if choice < 0.82:
            return {"up": operations}, after
        if choice < 0.85:
            return {"down": self.without_only(after)}, after
        if choice < 0.93:
            name = f"half{len(self.lists)}"
            self.lists[name] = operations
            return {"up": [{"op": "use", "list": name}], "down": [{"op": "use", "list": name, "reversed": True}]}, after
        return {"up": operations, "down": self.without_only(after)}, after

    def without_only(self, sample):
        operations = [operation for operation in self.made(sample, 2)[0] if not contains_only(operation)]
        return operations or [{"op": "introduce", "path": "/introduced"}]

    def made(self, sample, count):
        """Some operations, and what they make of the sample."""
        made = []
        for _ in range(count):
            for _ in range(4):
                lists = dict(self.lists)
                operations = Scopes(self.random, self.advance, self.lists).operation(Sample(self.random, sample))
                operations = operations if isinstance(operations, list) else [operations]
                after = self.advance(sample, operations, made)
                if after is not None or self.last == "document" and self.random.random() < 0.25:
                    made += operations
                    sample = sample if after is None else after
                    break
                self.lists.clear()
                self.lists.update(lists)
        return made or [{"op": "introduce", "path": "/introduced"}], sample

    def advance(self, value, operations, earlier=()):
        """What operations make of a value; `None` if the plan or the document is refused.

        `earlier` operations belong to the plan that is checked, but do not run on the value.
        """
        lists = {"lists": self.lists} if self.lists else {}
        plan = {
            "planFormat": Number("2"), "name": "Part", "versions": [{"version": label} for label in "012"[0 if earlier else 1:]], **lists,
            "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": operations}],
        }
        if earlier:
            plan["migrations"].append({"from": "0", "to": "1", "summary": "s", "operations": list(earlier)})
        self.last = "plan"
        try:
            context = "--context", self.tool.file("context.json", text(CONTEXT))
            outcome = self.tool.migrate(plan, [value], "2", "1", *context)[0]
        except PlanRefused as refusal:
            self.refuse(str(refusal))
            return None
        self.last = "document"
        if not outcome.is_good:
            return None
        if CONDITIONAL & {*names(operations)} and self.random.random() > 0.2:
            # Most plans have a way back.
            try:
                back = self.tool.migrate(plan, [outcome.value], "1", "2", *context)[0]
                if back.error and back.error["code"] == "noWay":
                    self.refuse("no way back: " + back.error["reason"])
                    self.last = "way back"
                    return None
            except PlanRefused as refusal:
                self.refuse(str(refusal))
                return None
        return outcome.value

    def refuse(self, message):
        """Counts a refusal by its words, without places and texts of this plan."""
        import re
        for line in message.split("\n")[:3]:
            line = re.sub(r'^.*?\.json:\d+:\d+: ', "", line)
            line = re.sub(r'\(at "[^"]*"\)|"(\\.|[^"\\])*"|\(.*\)', "_", line)
            self.refusals[line[:150]] += 1


def known(random, value, depth=3):
    """What a version may know of a value: most of it."""
    if depth and isinstance(value, dict) and random.random() < 0.8:
        return {key: known(random, inner, depth - 1) for key, inner in value.items() if random.random() < 0.85} or True
    if depth and isinstance(value, list) and value and all(isinstance(inner, dict) for inner in value):
        return [known(random, value[0], depth - 1)]
    return True


def contains_only(value):
    if isinstance(value, dict):
        return "only" in value or any(contains_only(inner) for inner in value.values())
    return isinstance(value, list) and any(contains_only(inner) for inner in value)


# Versions in documents


def mark(plan, label):
    """The place and the value with which documents of a version name it; `None` if they do not."""
    place = plan.get("version")
    version = next(version for version in plan["versions"] if version["version"] == label)
    if place is None or version.get("unmarked"):
        return None
    value = label
    if place["as"] in ("integer", "integerOrString"):
        value = Number(label)
    elif place["as"] == "semantic":
        value = label + ".0.0"
    elif "text" in place:
        value = place["text"].replace("{version}", label)
    return version.get("at", place["at"]), value


def marked(plan, label, document):
    """The document with the version."""
    found = mark(plan, label)
    if found is None or not isinstance(document, dict):
        return document
    pointer, value = found
    way = tokens(pointer)
    document = copied(document)
    if len(way) == 2:
        if not isinstance(document.get(way[0], {}), dict):
            document[way[0]] = {}
        document.setdefault(way[0], {})[way[1]] = value
        return document
    document.pop(way[0], None)
    return {way[0]: value, **document}


def marks(plan):
    """All places where versions are named."""
    place = plan.get("version")
    return {place["at"], *(version["at"] for version in plan["versions"] if "at" in version)} if place else {*()}


def unmarked(plan, label, document):
    """The document without the place of its version, and without the objects that only hold it."""
    place = plan.get("version")
    if place is None or not isinstance(document, dict):
        return document
    version = next(version for version in plan["versions"] if version["version"] == label)
    pointer = version.get("at", place["at"])
    if find(document, pointer) is MISSING:
        holder = pointer.rpartition("/")[0]
        return replaced(document, holder, MISSING) if holder and find(document, holder) == {} else document
    document = replaced(document, pointer, MISSING)
    holder = pointer.rpartition("/")[0]
    if holder and find(document, holder) == {}:
        document = replaced(document, holder, MISSING)
    return document


def size(plan):
    return len(text(plan))
