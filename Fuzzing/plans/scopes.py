"""Makes scopes, with operations in them, and small groups of operations that belong together."""
from conditions import condition
from documents import anything
from operations import MAKERS, maybe, rules
from places import Sample, is_list, is_list_of_objects, is_map_of_objects, is_number, is_object, is_scalar, is_text
from values import MISSING, Number, escaped, tokens


class Scopes:
    """Makes operations: leaves, and scopes up to a depth.

    - `advance`: A function from a value and operations to what they make of the value, or `None` if that is unknown.
    """

    def __init__(self, random, advance, lists):
        self.random, self.advance, self.lists = random, advance, lists
        self.names = 0

    def operation(self, sample, outer=None, depth=2):
        """An operation, or a list of operations that belong together."""
        random = self.random
        for _ in range(30):
            if depth and random.random() < 0.33:
                name = random.choice(["inside", "each", "each", "everywhere", "asDocument", "when", "when", "switch", "named", "use", "use", "chain", "scratch"])
                found = getattr(self, name)(sample, outer, depth - 1)
            else:
                found = MAKERS[random.choice(sorted(MAKERS))](random, sample, outer)
            if found:
                return found
        return {"op": "add", "path": "/added", "value": Number("1"), "ifExists": "skip", "ifWrongKind": "skip"}

    def operations(self, value, outer, depth, most=3):
        """A list of operations for a value, each for what the earlier ones make of it."""
        found = []
        for _ in range(self.random.choice([1, 1, 2, most])):
            made = self.operation(Sample(self.random, value), outer, depth)
            made = made if isinstance(made, list) else [made]
            found += made
            after = self.advance(value, made) if outer is None or outer.value is value else None
            value = value if after is None else after
        return found

    # The sample of the whole document, which `in: document` reads.
    def around(self, sample, outer):
        return outer or sample

    def inside(self, sample, outer, depth):
        path = sample.any(lambda value: is_object(value) or is_list(value), root=True)
        value = sample.value_at(path) if path is not None else MISSING
        if value is MISSING:
            return None
        operation = {"op": "inside", "path": path, "operations": self.operations(value, self.around(sample, outer), depth)}
        return rules(self.random, maybe(self.random, operation, 0.1, summary="A summary"))

    def each(self, sample, outer, depth):
        path = sample.any(lambda value: (is_list(value) or is_object(value)) and value, root=self.random.random() < 0.15)
        value = sample.value_at(path) if path is not None else MISSING
        if not isinstance(value, (list, dict)) or not value:
            return None
        element = self.random.choice(list(value.values()) if is_object(value) else value)
        operation = {"op": "each", **({"path": path} if path else {})}
        operation["operations"] = self.operations(element, self.around(sample, outer), depth)
        return rules(self.random, operation)

    def everywhere(self, sample, outer, depth):
        objects = [(pointer, value) for pointer, value in sample.all if is_object(value)]
        if not objects:
            return None
        inner = self.random.choice(objects)[1]
        operation = {"op": "everywhere", "where": condition(self.random, Sample(self.random, inner), None, 1)}
        if self.random.random() < 0.5:
            path = sample.any(lambda value: is_object(value) or is_list(value))
            if path:
                operation["path"] = path
        if self.random.random() < 0.25:
            operation["reverseIf"] = condition(self.random, Sample(self.random, inner), None, 1)
        if self.random.random() < 0.25:
            operation["except"] = condition(self.random, Sample(self.random, inner), None, 1)
        operation["operations"] = self.operations(inner, self.around(sample, outer), depth, 2)
        return rules(self.random, operation, kinds=False)

    def asDocument(self, sample, outer, depth):
        path = sample.any(lambda value: is_object(value) or is_list(value), root=True)
        value = sample.value_at(path) if path is not None else MISSING
        if value is MISSING:
            return None
        operation = {"op": "asDocument", **({"path": path} if path else {}), "operations": self.operations(value, Sample(self.random, value), depth)}
        return rules(self.random, operation)

    def when(self, sample, outer, depth):
        random = self.random
        around = self.around(sample, outer)
        operation = {"op": "when", "if": condition(random, sample, around if outer else None)}
        operation["operations"] = self.operations(sample.value, around, depth, 2)
        if random.random() < 0.1:
            operation["operations"].insert(0, {"op": "refuse", "message": "not this one"})
        if random.random() < 0.3:
            operation["otherwise"] = self.operations(sample.value, around, depth, 2)
        if random.random() < 0.3:
            operation["reverseIf"] = condition(random, sample, around if outer else None)
        return operation

    def switch(self, sample, outer, depth):
        random = self.random
        holders = [(pointer, value) for pointer, value in sample.all if is_object(value) and any(is_text(inner) for inner in value.values())]
        if not holders:
            return None
        pointer, holder = random.choice(holders)
        key = random.choice([key for key, inner in holder.items() if is_text(inner)])
        cases = {holder[key]: self.operations(holder, self.around(sample, outer), depth, 2)}
        cases[random.choice(["A", "B", "raw", ""])] = random.choice([[], self.operations(holder, self.around(sample, outer), 0, 1)])
        operation = {"op": "switch", "on": "/" + escaped(key), "cases": cases}
        maybe(random, operation, 0.5, ifUnknown=("skip", "error"), ifAbsent=("skip", "error"))
        parent, _, last = pointer.rpartition("/")
        if pointer == "":
            return operation
        if isinstance(sample.value_at(parent), list):
            return {"op": "each", "path": parent, "operations": [operation], **maybe(random, {}, 0.4, ifWrongKind="skip", ifAbsent="skip")} if parent else {"op": "each", "operations": [operation]}
        return rules(random, {"op": "inside", "path": pointer, "operations": [operation]})

    def named(self, sample, outer, depth):
        """Objects within objects of the same kind."""
        random = self.random
        self.names += 1
        name = f"n{self.names}"
        again = {"op": "again", "name": name}
        lists = [(p, v) for p, v in sample.all if is_list_of_objects(v) and any(isinstance(c, list) for i in v for c in i.values())]
        if lists and random.random() < 0.7:
            pointer, value = random.choice(lists)
            element = next(inner for inner in value if any(isinstance(child, list) for child in inner.values()))
            key = random.choice([key for key, child in element.items() if isinstance(child, list)])
            inner = [operation for operation in self.operations(element, self.around(sample, outer), 0, 2)]
            deeper = {"op": "each", "path": "/" + escaped(key), "operations": [again], "ifAbsent": "skip", "ifWrongKind": "skip"}
            inner.insert(random.randint(0, len(inner)), deeper)
            return {"op": "each", **({"path": pointer} if pointer else {}), "operations": [{"op": "named", "name": name, "operations": inner}]}
        chains = [(p, v) for p, v in sample.all if is_object(v) and any(is_object(c) for c in v.values())]
        if not chains:
            return None
        pointer, value = random.choice(chains)
        key = random.choice([key for key, child in value.items() if is_object(child)])
        inner = self.operations(value, self.around(sample, outer), 0, 2)
        path = "/" + escaped(key)
        inner.insert(random.randint(0, len(inner)), {"op": "when", "if": {"path": path, "kind": "object"}, "operations": [{"op": "inside", "path": path, "operations": [again]}]})
        scope = {"op": "named", "name": name, "operations": inner}
        return {"op": "inside", "path": pointer, "operations": [scope]} if pointer else scope

    def use(self, sample, outer, depth):
        """A named list, with or without parameters, also reversed."""
        random = self.random
        name = f"list{len(self.lists)}"
        operations = self.operations(sample.value, outer or sample, depth, 2)
        found = {"op": "use", "list": name}
        choice = random.random()
        place = next((operation for operation in operations if isinstance(operation.get("path"), str)), None)
        if choice < 0.35 and place:
            found["with"] = {"at": place["path"]}
            operations = [{**operation, "path": "${at}"} if operation is place else operation for operation in operations]
            self.lists[name] = {"parameters": ["at"], "operations": operations}
        elif choice < 0.5 and place and place["path"].count("/") > 1:
            head, _, last = place["path"].rpartition("/")
            found["with"] = {"at": head}
            operations = [{**operation, "path": "${at}/" + last} if operation is place else operation for operation in operations]
            self.lists[name] = {"parameters": ["at"], "operations": operations}
        else:
            self.lists[name] = operations
        if random.random() < 0.25:
            found["reversed"] = True
        if random.random() < 0.08:
            found["only"] = random.choice(["up", "down"])
        return found

    def chain(self, sample, outer, depth):
        """Operations that are used together."""
        random = self.random
        place = sample.any(is_object)
        choice = random.random()
        if choice < 0.3 and place and sample.value_at(place) is not MISSING:
            operation = {"op": "objectToArray", "path": place, "id": "key"}
            if not is_map_of_objects(sample.value_at(place)):
                operation["value"] = "value"
            return [rules(random, operation), rules(random, {"op": "unwrap", "path": place}, ifMany=("first", "error"), ifEmpty=("remove", "null"))]
        if choice < 0.5:
            path = sample.any(is_list)
            return path and {"op": "each", "path": path, "operations": [rules(random, {"op": "move", "from": "", "to": "/" + escaped(sample.key())})]}
        if choice < 0.7:
            path = sample.any(is_scalar)
            if path is None:
                return None
            to = sample.new(0)
            look = MAKERS["lookUp"](random, sample, outer)
            if look is None or look["from"] == look["to"]:
                return None
            back = {"op": "lookUp", "from": look["to"], "to": look["from"], "table": look["table"]}
            return [look, rules(random, {"op": "remove", "path": look["from"], "restoredBy": back})]
        path = sample.any()
        if path is None:
            return None
        only = {"op": "remove", "path": path, "only": "up", "ifAbsent": "skip"}
        other = random.choice([
            {"op": "add", "path": path, "value": sample.some_value(), "only": "down", "ifExists": "skip"}, {"op": "introduce", "path": path},
            {"op": "remove", "path": path, "ifAbsent": "skip", "only": "down"},
        ])
        if other.get("ifAbsent"):
            only = rules(random, {"op": "add", "path": sample.new(0), "value": sample.some_value(), "only": "up"}, exists=True)
            other["path"] = only["path"]
        return [only, other] if random.random() < 0.7 else [other, only]

    def scratch(self, sample, outer, depth):
        """Operations with scratch values."""
        random = self.random
        if outer is not None:
            return None
        path = sample.any()
        if path is None or sample.value_at(path) is MISSING:
            return None
        value = sample.value_at(path)
        name = random.choice(["s", "t-1", "u_2"]) + str(len(self.lists)) + str(random.randint(0, 99))
        first = rules(random, {"op": random.choice(["move", "copy"]), "from": path, "to": "$" + name})
        inner = []
        if isinstance(value, (list, dict)) and random.random() < 0.7:
            operations = self.operations(value, sample, 0, 2)
            inner = [{"op": "inside", "path": "$" + name, "operations": operations}]
            if is_list(value) and random.random() < 0.4:
                inner = [rules(random, {"op": "sort", "path": "$" + name, "mixed": True})]
        elif is_text(value) or is_number(value):
            made = MAKERS["transform" if is_text(value) else "calculate"](random, Sample(random, {"v": value}), None)
            if made:
                inner = [{**made, "path": "$" + name}]
        to = path if random.random() < 0.4 and first["op"] == "move" else sample.new(0)
        last = rules(random, {"op": random.choice(["move", "copy"]), "from": "$" + name, "to": to}, exists=True)
        found = [first, *inner, last]
        if random.random() < 0.3:
            found = [{"op": "inside", "path": "", "operations": found, **maybe(random, {}, 0.6, only=("up", "down"), summary="A summary")}]
        return found
