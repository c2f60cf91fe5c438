"""Migrates documents there and back in every way that must give the same, and says what is wrong."""
import oracle
from sameness import Sameness, has_no_way
from plans import CONTEXT, marks, unmarked
from tool import Crash, PlanRefused
from values import MISSING, canonical, columns, find, places, text
from variants import names

ALL = frozenset(["back", "exact", "order", "single", "set", "page", "carry", "variants", "large", "many", "keep", "lock", "partial"])


class Finding:
    """Something that is wrong: its kind, the words for it, and the documents that show it."""

    __slots__ = ("kind", "words", "documents", "operation", "start", "to", "plan")

    def __init__(self, kind, words, documents, operation=None):
        self.kind, self.words, self.documents, self.operation = kind, words, documents, operation

    def __repr__(self):
        return f"{self.kind}: {self.words}"


class Examination(Sameness):
    """One plan, one direction, some documents."""

    def __init__(self, tool, plan, start, to, documents, checks=ALL):
        self.tool, self.plan, self.start, self.to = tool, plan, start, to
        self.documents, self.checks = documents, checks
        self.names = "version" in plan
        self.context = ["--context", tool.file("context.json", text(CONTEXT))]
        self.found = []

    def add(self, kind, words, *documents, loss=None):
        self.found.append(Finding(kind, words, list(documents), loss and loss.get("operation")))

    def migrate(self, documents, to, start, *options):
        return self.tool.migrate(self.plan, documents, to, None if self.names else start, *self.context, *options)

    def run(self):
        """The findings. Raises `PlanRefused` if there is no way."""
        try:
            self.examine()
        except Crash as crash:
            self.add("crash", f"{crash}: {' '.join(map(str, crash.arguments))}", *self.documents)
        for finding in self.found:
            finding.start, finding.to, finding.plan = self.start, self.to, self.plan
        return self.found

    def examine(self):
        there = self.there = self.migrate(self.documents, self.to, self.start)
        if has_no_way(there):
            raise PlanRefused("there is no way")
        good = [number for number, outcome in enumerate(there) if outcome.is_good]
        self.results = {number: there[number].value for number in good}
        self.back = None
        if "back" in self.checks and good:
            try:
                back = self.migrate([self.results[number] for number in good], self.start, self.to)
                self.back = None if has_no_way(back) else dict(zip(good, back))
            except PlanRefused:
                pass
        for number in good:
            self.judge(number)
        if "exact" in self.checks:
            self.compare(good)
        if "order" in self.checks:
            self.reorder()
        if "single" in self.checks and self.documents:
            for number in {0, len(self.documents) // 2}:
                self.single(number)
        if "large" in self.checks and self.documents:
            for number in good[:2]:
                self.large(number)
        if "many" in self.checks and good:
            self.many(good[len(good) // 2])
        for name in ("keep", "lock", "partial"):
            if name in self.checks:
                getattr(self, name)()
        if "set" in self.checks:
            self.set()
        if "page" in self.checks and good:
            self.page(good)
        if "variants" in self.checks and good:
            self.variants()
        if "carry" in self.checks and self.back is not None:
            self.carry(good)

    # Losses against the truth

    def judge(self, number):
        document, outcome = self.documents[number], self.there[number]
        told = outcome.losses
        for loss in told:
            if not loss.get("step") or not loss.get("operation"):
                # What is left out because the version does not know it, and a version that cannot be written, are no
                # operation's fault.
                is_left_out = (loss.get("step") or "").startswith("written for ")
                if not is_left_out and not loss["reason"].endswith("to write the version into"):
                    self.add("nameless", f"{loss['path']!r}: {loss['reason']}", document, loss=loss)
            own = find(document, loss["path"])
            if own is MISSING:
                self.add("place", f"the loss at {loss['path']!r} is of no value of the document", document, loss=loss)
            elif canonical(own) != canonical(loss["value"]):
                self.add("value", f"{loss['path']!r} is {text(own)}, and the loss says {text(loss['value'])}", document, loss=loss)
        inner = oracle.not_largest(told)
        if inner:
            self.add("within", f"{inner['path']!r} is reported twice, or within a loss", document, loss=inner)
        for loss in told:
            place = columns(document).get(loss["path"])
            if place is not None and loss.get("column") not in (None, place):
                self.add("column", f"{loss['path']!r} is in column {place}, not {loss.get('column')}", document, loss=loss)
        back = self.back and self.back[number]
        result = self.results[number]
        root = next((loss for loss in told if loss["path"] == "" and loss["reason"].startswith("the way back fails")), None)
        if back and not back.is_good:
            # Going up, nothing may be absent, which the way down need not have made.
            is_excused = back.error["code"] == "absent" and self.goes_down()
            if root is None and not is_excused:
                self.add("failing", f"the way back fails ({back.error['reason']}); reported are {[l['path'] for l in told]}", document)
            elif root is not None and root["reason"] != "the way back fails: " + back.error["reason"] and not is_excused:
                self.add("untrue", f"the way back fails with {back.error['reason']!r}, not {root['reason']!r}", document, loss=root)
            return
        if back is None:
            for loss in told:
                why = oracle.untrue(document, result, None, loss)
                if why:
                    self.add("untrue", f"{loss['path']!r} ({loss['reason']}): {why}", document, loss=loss)
            self.judge_one_way(document, result, told)
            return
        if root is not None:
            self.add("untrue", f"says {root['reason']!r}; it does not fail", document, loss=root)
            return
        before, after = unmarked(self.plan, self.start, document), unmarked(self.plan, self.start, back.value)
        result = unmarked(self.plan, self.to, result)
        others = marks(self.plan)
        told = [loss for loss in told if loss["path"] not in others]
        has_any_order = '"anyOrder"' in text(self.plan)
        for lost in oracle.silent(before, after, told):
            if lost.place not in others and not (has_any_order and (lost.what == "order" or not lost.is_certain)):
                self.add("silent", f"{lost} comes back as {shown(find(after, lost.place))}, and is not reported", document)
                break
        for loss in told:
            if oracle.is_false(before, after, loss):
                self.add("false", f"{loss['path']!r} comes back ({loss['reason']})", document, loss=loss)
            else:
                why = oracle.untrue(before, result, after, loss)
                if why:
                    self.add("untrue", f"{loss['path']!r} ({loss['reason']}): {why}", document, loss=loss)

    def judge_one_way(self, document, result, told):
        """Without a way back: a text that is only once in the document is lost if it is not in the result."""
        if not set(names(self.plan)) <= MOVING or any("knows" in version for version in self.plan["versions"]):
            return
        before, after, plan = words(document), words(result), text(self.plan)
        for word, places in before.items():
            if len(places) > 1 or word in plan or places[0] in marks(self.plan):
                continue
            around = [loss for loss in told if oracle.is_within(places[0], loss["path"])]
            if word not in after and not around:
                self.add("silent", f"{word!r} at {places[0]!r} is nowhere in {text(result)}, and not reported", document)
            if word in after and around and around[0]["path"] == places[0]:
                self.add("false", f"{word!r} at {places[0]!r} is in {text(result)} ({around[0]['reason']})", document, loss=around[0])

    def goes_down(self):
        labels = [version["version"] for version in self.plan["versions"]]
        return labels.index(self.start) > labels.index(self.to)

    # Loss classes

    def compare(self, good):
        older, newer = (self.to, self.start) if self.goes_down() else (self.start, self.to)
        comparison = self.tool.compare(self.plan, older, newer)
        side = comparison["backward" if self.start == older else "forward"]
        if side["verdict"] == "incompatible" and good:
            self.add("class", f"compare says incompatible ({side.get('because')}), and it is migrated", self.documents[good[0]])
        name = side.get("lossClass")
        if name not in ("exact", "needs default"):
            return
        for number in good:
            document = self.documents[number]
            own = [loss for loss in self.there[number].losses if loss["path"] not in marks(self.plan) and loss["value"] != {}]
            if own:
                self.add("class", f"compare says {name!r}, and {own[0]['path']!r} is lost ({own[0]['reason']})", document, loss=own[0])
            back = self.back and self.back[number]
            if not back or own or self.there[number].losses:
                continue
            if not back.is_good:
                if name == "exact":
                    self.add("class", f"compare says {name!r}, and the way back fails: {back.error['reason']}", document)
            elif name == "exact":
                one, other = (canonical(unmarked(self.plan, self.start, value)) for value in (document, back.value))
                if one != other:
                    self.add("class", f"compare says {name!r}, and {one} comes back as {other}", document)


MOVING = frozenset("""
    rename move copy remove add introduce set drop pick sort requireUnique wrap unwrap objectToArray arrayToObject gather
    scatter flatten group arrayToMembers membersToArray listToTree treeToList attach detach hoist plunge partition
    concatenate lookUp inside each everywhere asDocument when switch named again use refuse generate
    """.split())


def words(value):
    """The places of the texts of a document that are long enough to be known again."""
    found = {}
    for pointer, inner in places(value):
        if isinstance(inner, str) and len(inner) > 3:
            found.setdefault(str(inner), []).append(pointer)
        if isinstance(inner, dict):
            for key in inner:
                if len(key) > 3:
                    found.setdefault(key, []).extend([pointer, pointer])
    return found


def shown(value):
    return "nothing" if value is MISSING else oracle.shortened(text(value))
