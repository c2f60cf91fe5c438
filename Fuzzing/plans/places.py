"""Chooses places of a sample document for operations."""
from documents import KEYS, anything
from values import Number, escaped, find, kind, places


def is_text(value):
    return kind(value) == "string"


def is_number(value):
    return kind(value) == "number"


def is_object(value):
    return isinstance(value, dict)


def is_list(value):
    return isinstance(value, list)


def is_list_of_objects(value):
    return isinstance(value, list) and bool(value) and all(isinstance(inner, dict) for inner in value)


def is_list_of_texts(value):
    return isinstance(value, list) and all(kind(inner) == "string" for inner in value)


def is_list_of_lists(value):
    return isinstance(value, list) and bool(value) and all(isinstance(inner, list) for inner in value)


def is_map_of_objects(value):
    return isinstance(value, dict) and bool(value) and all(isinstance(inner, dict) for inner in value.values())


def is_scalar(value):
    return not isinstance(value, (dict, list))


class Sample:
    """A document (or a part of one) that operations are made for."""

    def __init__(self, random, value):
        self.random, self.value = random, value
        self.all = list(places(value))

    def any(self, test=lambda _: True, root=False, wild=0.03):
        """A place whose value passes a test; rarely any other place; `None` if there is none."""
        if self.random.random() < wild:
            return self.wild()
        found = [pointer for pointer, value in self.all if test(value) and (root or pointer)]
        if not found:
            return None
        # Outer places first: paths of plans are mostly short, and through objects.
        through = [pointer for pointer in found if not any(part.isdigit() for part in pointer.split("/")[1:])]
        if through and self.random.random() < 0.93:
            found = through
        return self.random.choice(found)

    def member(self, test=lambda _: True):
        """A place that is the member of an object."""
        found = [
            pointer for pointer, value in self.all
            if pointer and test(value) and isinstance(find(self.value, pointer.rpartition("/")[0]), dict)
        ]
        through = [pointer for pointer in found if not any(part.isdigit() for part in pointer.split("/")[1:])]
        found = through if through and self.random.random() < 0.95 else found
        return self.random.choice(found) if found else None

    def wild(self):
        return "/" + "/".join(escaped(self.random.choice(KEYS)) for _ in range(self.random.choice([1, 1, 2])))

    def key(self):
        return self.random.choice(KEYS) if self.random.random() < 0.3 else self.random.choice("pqrstuvw") + str(self.random.randint(1, 9))

    def new(self, deep=0.2):
        """A place where nothing is yet, or rarely something."""
        if self.random.random() < 0.06:
            return self.any() or "/p"
        parents = [pointer for pointer, value in self.all if isinstance(value, dict)]
        parents = [pointer for pointer in parents if not any(part.isdigit() for part in pointer.split("/")[1:])]
        parent = "" if not parents or self.random.random() < 0.6 else self.random.choice(parents)
        path = parent + "/" + escaped(self.key())
        if self.random.random() < deep:
            path += "/" + escaped(self.key())
        return path

    def value_at(self, pointer):
        return find(self.value, pointer)

    def inner_key(self, list_, test=lambda _: True):
        """A key of the elements of a list of objects."""
        elements = list_ if isinstance(list_, list) else list(list_.values()) if isinstance(list_, dict) else []
        found = sorted({key for inner in elements if isinstance(inner, dict) for key, value in inner.items() if test(value)})
        return self.random.choice(found) if found else None

    def inner_path(self, list_, test=lambda _: True):
        key = self.inner_key(list_, test)
        return None if key is None else "/" + escaped(key)

    def some_value(self):
        """A value of the document, or any other."""
        if self.random.random() < 0.6:
            value = self.random.choice(self.all)[1]
            if is_scalar(value) or self.random.random() < 0.2:
                return value
        return anything(self.random, 1)
