"""Ways to migrate documents that must give the same as lines of a file do."""
import os

import oracle
from plans import marks, unmarked
from tool import PlanRefused
from values import canonical, quoted, text
from variants import VARIANTS, elements


class Sameness:
    """A part of an examination."""

    def reorder(self):
        """The same documents in another order, and twice: nothing depends on the documents before."""
        documents = [*reversed(self.documents), *self.documents[:2]]
        again = self.migrate(documents, self.to, self.start)
        numbers = [*reversed(range(len(self.documents))), *range(len(self.documents[:2]))]
        for position, (number, outcome) in enumerate(zip(numbers, again)):
            if outcome.key() != self.there[number].key():
                self.add("order", f"in another order: {outcome.key()}, before: {self.there[number].key()}", *self.documents)
                return

    def alike(self, kind, number, outcome, prefix="", values=None, words=""):
        """Compares with what the document gave as a line."""
        document, line = self.documents[number], self.there[number]
        if outcome.is_good != line.is_good:
            self.add(kind, f"{words}{outcome.error or 'it is migrated'}; as a line {line.error or 'it is migrated'}", document)
            return
        if not line.is_good:
            return
        # A document may be null.
        value = values[0] if values else outcome.value
        if text(value) != text(line.value) and not self.is_styled():
            self.add(kind, f"{words}{text(value)}, as a line {text(line.value)}", document)
        losses, others = said(outcome.losses, prefix, kind), said(line.losses, "", kind)
        if losses != others:
            if [loss[:3] for loss in losses] == [loss[:3] for loss in others]:
                kind = "step of " + kind
            self.add(kind, f"{words}losses {losses}, as a line {others}", document)

    def is_styled(self):
        return any("style" in version for version in self.plan["versions"])

    def single(self, number):
        source = ["--plan", self.tool.write(self.plan)]
        outcome = self.tool.single(source, self.documents[number], self.to, None if self.names else self.start, *self.context)
        self.alike("single", number, outcome)

    def large(self, number):
        """The document with much white space: the tool treats large ones in another way."""
        source = ["--plan", self.tool.write(self.plan)]
        given = padded(self.documents[number])
        outcome = self.tool.single(source, given, self.to, None if self.names else self.start, *self.context)
        self.alike("large", number, outcome, words="large: ")

    def many(self, number):
        """The document as so many elements of another one that the tool takes them one by one."""
        made = elements(self.plan)
        if made is None:
            return
        document = self.documents[number]
        source = ["--plan", self.tool.write(made[0])]
        small, large = (
            self.tool.single(source, text_, self.to, self.start, *self.context)
            for text_ in ({"list": [document] * 2}, padded({"list": [document] * (1_500 // count(document) + 1)}, width=0, whole=70_000)))
        if small.is_good != large.is_good:
            self.add("many", f"many: {large.error or 'they are migrated'}; two: {small.error or 'they are migrated'}", document)
        elif small.is_good:
            losses, others = (
                said([loss for loss in outcome.losses if oracle.is_within(loss["path"], "/list/1")], "/list/1", "many")
                for outcome in (large, small))
            if losses != others or losses and len(large.losses) % len(losses):
                self.add("many", f"many: losses {losses}, of two {others}", document)

    def keep(self):
        """Documents that already have the version keep every byte."""
        if any("normalize" in version for version in self.plan["versions"]):
            return
        given = [document for document in self.documents if isinstance(document, dict)]
        for document, outcome in zip(given, self.migrate(given, self.start, self.start)):
            if outcome.is_good and (outcome.output != text(document) or outcome.losses):
                self.add("keep", f"{text(document)} of that version becomes {outcome.output}, {outcome.losses}", document)
                return

    def lock(self):
        """A plan that was just locked is unchanged."""
        name, lock = self.tool.write(self.plan), self.tool.file("plan.lock.json")
        if os.path.exists(lock):
            os.remove(lock)
        for options in ([], ["--verify"]):
            done = self.tool.run("lock", "--plan", name, *options)
            if done.returncode != 0:
                self.add("lock", f"lock {options}: {done.stderr.decode('utf-8', 'replace')}", *self.documents[:1])
        if os.path.exists(lock):
            os.remove(lock)

    def partial(self):
        """Parts of documents: that the tool does not crash, and that they are the same in another order."""
        some = self.migrate(self.documents, self.to, self.start, "--partial")
        again = self.migrate([*reversed(self.documents)], self.to, self.start, "--partial")
        for one, other in zip(some, reversed(again)):
            if one.key() != other.key():
                self.add("partial", f"in another order: {other.key()}, before: {one.key()}", *self.documents)
                return

    def set_source(self, entity):
        self.tool.write(self.plan)
        set_ = {
            "planSetFormat": 1, "name": "Set",
            "entities": [{"name": "One", "plan": "plan.json"}, {"name": "Page", "nested": [{"entity": "One", "eachOf": "/items"}]}],
            "apiVersions": [{"version": "v" + version["version"], "pins": {"One": version["version"]}} for version in self.plan["versions"]],
        }
        return ["--set", self.tool.file("set.json", text(set_)), "--entity", entity]

    def set(self):
        try:
            outcomes = self.tool.migrate(self.set_source("One"), self.documents, "v" + self.to, "v" + self.start, *self.context)
        except PlanRefused as refusal:
            self.add("set", f"the set is refused: {refusal}", *self.documents)
            return
        for number, outcome in enumerate(outcomes):
            error = self.there[number].error
            # The version that a document does not name is the one that the set pins.
            if not error or error["code"] != "missing":
                self.alike("set", number, outcome, words="in a plan set: ")

    def page(self, good):
        """All good documents as elements of one document."""
        page = {"items": [self.documents[number] for number in good]}
        outcome = self.tool.single(self.set_source("Page"), page, "v" + self.to, "v" + self.start, *self.context)
        if not outcome.is_good:
            self.add("page", f"as elements of a page: {outcome.error['reason']}", *page["items"])
            return
        values = outcome.value["items"]
        for position, number in enumerate(good):
            one = type(outcome)()
            one.output = "given"
            head = f"/items/{position}"
            one.losses = [loss for loss in outcome.losses if oracle.is_within(loss["path"], head)]
            before = len(self.found)
            self.alike("page", number, one, head, [values[position]], "in a page: ")
            for finding in self.found[before:]:
                finding.documents = page["items"]
            if len(self.found) > before:
                return

    def variants(self):
        """Plans that must do the same in other words."""
        for name, make in VARIANTS.items():
            made = make(self.plan)
            if made is None:
                continue
            plan, change, result, head = made
            documents = [change(document) for document in self.documents]
            try:
                outcomes = self.tool.migrate(plan, documents, self.to, None if self.names else self.start, *self.context)
            except PlanRefused as refusal:
                # A plan in which two operations contradict each other may be accepted where scopes hide that.
                self.add("variant " + name, f"the plan is refused: {refusal}", *self.documents)
                continue
            if has_no_way(outcomes):
                self.add("variant " + name, "there is no way", *self.documents)
                continue
            for number, outcome in enumerate(outcomes):
                one = type(outcome)()
                one.error, one.output = outcome.error, outcome.output
                one.losses = [loss for loss in outcome.losses if oracle.is_within(loss["path"], head)]
                if head and any(loss["path"] == "" for loss in outcome.losses):
                    # The way back fails for the whole.
                    one.losses = [{**outcome.losses[0], "path": head, "value": self.documents[number]}]
                value = result(outcome.value) if outcome.is_good else None
                self.alike("variant " + name, number, one, head, [value], name + ": ")

    def carry(self, good):
        documents = [self.documents[number] for number in good]
        carried = self.migrate(documents, self.to, self.start, "--losses", "carry", "--carry-limit", "1000000")
        kept = [(number, outcome) for number, outcome in zip(good, carried) if outcome.is_good]
        for number, outcome in zip(good, carried):
            if not outcome.is_good and isinstance(self.results[number], dict):
                self.add("carry", f"refused: {outcome.error['reason']}", self.documents[number])
        for number, outcome in kept:
            plain = outcome.value
            if isinstance(plain, dict):
                plain.pop("x-carried-data", None)
            if text(plain) != text(self.results[number]) and not self.is_styled():
                self.add("carry", f"with carried data: {text(plain)}, without: {text(self.results[number])}", self.documents[number])
        if not kept:
            return
        back = self.migrate([outcome.value for _, outcome in kept], self.start, self.to)
        for (number, outcome), home in zip(kept, back):
            document = self.documents[number]
            if not home.is_good:
                if home.error["code"] != "absent":
                    self.add("carry", f"going back with carried data fails: {home.error['reason']}", document)
                continue
            one, other = unmarked(self.plan, self.start, document), unmarked(self.plan, self.start, home.value)
            if isinstance(other, dict):
                other.pop("x-carried-data", None)
            missing = next(oracle.lost(one, other), None)
            if missing is not None and missing.place not in marks(self.plan):
                self.add("carry", f"carried and restored: {text(other)}; it was {text(one)}", document)


def has_no_way(outcomes):
    return any(outcome.error and outcome.error["code"] == "noWay" for outcome in outcomes)


def said(losses, prefix, kind):
    """What losses say, without lines and columns; of other plans, only the places and the values."""
    places = sorted([loss["path"][len(prefix):], text(loss["value"]), loss["reason"], loss.get("operation") or "",
                     (loss.get("step") or "").removeprefix("One ")] for loss in losses)
    return [place[:2] for place in places] if kind.startswith("variant") else places


def count(value):
    """How many values there are in one, and itself."""
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + sum(map(count, children))


def padded(value, width=20_000, whole=1_100_000):
    """The value as JSON with so much white space that the tool takes it, and all of its containers, for large."""
    pad = " " * width

    def inner(value):
        if isinstance(value, dict):
            return "{" + pad + ", ".join(quoted(key) + ":" + inner(child) for key, child in value.items()) + "}"
        if isinstance(value, list):
            return "[" + pad + ", ".join(map(inner, value)) + "]"
        return text(value)

    body = inner(value)
    return body[:1] + " " * max(0, whole - len(body)) + body[1:] if isinstance(value, (dict, list)) else body
