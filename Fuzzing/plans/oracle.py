"""The truth about losses: which values of a document did not come back, and whether reported losses are true.

Where elements of an array cannot be paired without doubt, nothing is claimed about single elements: only that some loss
is reported in or around the array.
"""
from collections import Counter

from values import MISSING, canonical, escaped, find, kind, places, text, tokens

ORDER = "the order of the elements is not kept"


class Lost:
    """A value that did not come back. `place` is its pointer; `is_certain` is false if only its array is known."""

    __slots__ = ("place", "what", "is_certain")

    def __init__(self, place, what, is_certain=True):
        self.place, self.what, self.is_certain = place, what, is_certain

    def __repr__(self):
        return f"{self.what} at {self.place!r}" + ("" if self.is_certain else " (somewhere in the array)")


def lost(before, after, place=""):
    """The values of a document that are not in another one, outer ones first."""
    if kind(before) != kind(after):
        yield Lost(place, "value")
    elif isinstance(before, dict):
        for key, inner in before.items():
            path = place + "/" + escaped(key)
            if key not in after:
                yield Lost(path, "value")
            else:
                yield from lost(inner, after[key], path)
    elif isinstance(before, list):
        yield from lost_elements(before, after, place)
    elif text(before) != text(after):
        yield Lost(place, "value")


def lost_elements(before, after, place):
    old, new = [canonical(inner) for inner in before], [canonical(inner) for inner in after]
    if old == new:
        return
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    kept_old, kept_new = kept(old, gone), kept(new, come)
    # Where an element that went or came has an equal one, either may be the one that was kept.
    if kept_old != kept_new and not is_part(kept_old, new) and not is_part(kept_new, old):
        yield Lost(place, "order", not gone and not come)
    if not gone:
        return
    if not come:
        for index, name in enumerate(old):
            if gone[name] and Counter(old)[name] == gone[name]:
                yield Lost(f"{place}/{index}", "value")
            elif gone[name]:
                yield Lost(place, "element", False)
        return
    if len(old) == len(new) and sum(gone.values()) == 1 and kept_old == kept_new:
        index = next(index for index, name in enumerate(old) if gone[name])
        if old.count(old[index]) == 1 and new[index] in come:
            # One element was changed in its place, or replaced.
            inner = list(lost(before[index], after[index], f"{place}/{index}"))
            for found in inner:
                yield Lost(found.place if len(inner) == 1 else f"{place}/{index}", found.what, found.is_certain and len(inner) == 1)
            return
    if has_lost(before, after):
        yield Lost(place, "element", False)


def has_lost(before, after):
    """Whether a list certainly lost something: an element of it is in no element of the other list."""
    return any(all(any(True for _ in lost(inner, other)) for other in after) for inner in before)


def kept(names, gone):
    """The names without those that are gone, of equal ones the first kept."""
    count = Counter(names) - gone
    found = []
    for name in names:
        if count[name] > 0:
            count[name] -= 1
            found.append(name)
    return found


def is_part(names, others):
    """Whether names are among others in the same order."""
    rest = iter(others)
    return all(name in rest for name in names)


def is_within(place, other):
    return place == other or place.startswith(other + "/")


def silent(before, after, told):
    """The lost values that no reported loss says."""
    for found in lost(before, after):
        around = [loss for loss in told if is_within(found.place, loss["path"]) or is_within(loss["path"], found.place)]
        if not around:
            yield found
        elif found.is_certain and found.what == "value" and all(
                loss["reason"] == ORDER and loss["path"] != found.place for loss in around):
            yield found


def is_false(before, after, loss):
    """Whether a loss is reported of a value that came back; `None` if that is in doubt."""
    value, other = before, after
    way = tokens(loss["path"])
    for number, token in enumerate(way):
        if isinstance(value, list):
            if not token.isdigit() or int(token) >= len(value):
                return True
            index = int(token)
            if not isinstance(other, list):
                return False
            names, others = [canonical(inner) for inner in value], [canonical(inner) for inner in other]
            if names != others:
                if names.count(names[index]) > 1:
                    return None
                if names[index] in others:
                    # The element is there: at most its place among the others is not, or its list was made anew.
                    return True if loss["reason"] != ORDER and "comes back as" not in loss["reason"] else None
                if len(names) != len(others) or names[:index] != others[:index] or names[index + 1:] != others[index + 1:]:
                    rest = "".join("/" + escaped(part) for part in rest_of(way, number))
                    own = find(value[index], rest)
                    left = [inner for inner in other if canonical(inner) not in names]
                    if rest and left and own is not MISSING and loss["reason"] != ORDER and all(
                            find(inner, rest) is not MISSING and canonical(find(inner, rest)) == canonical(own) for inner in left):
                        return None
                    return False if not left or not rest else None
                if not rest_of(way, number):
                    # Another element may be in its place.
                    return None
            value, other = value[index], other[index]
        elif isinstance(value, dict):
            if token not in value:
                return True
            if not isinstance(other, dict) or token not in other:
                return False
            value, other = value[token], other[token]
        else:
            return True
    if loss["reason"] == ORDER:
        if not isinstance(value, list):
            return True
        return isinstance(other, list) and canonical(value) == canonical(other)
    if isinstance(value, list) and isinstance(other, list) and len(value) < len(other):
        return False  # A list that another one with more elements replaces has lost none of its own.
    return not any(True for _ in lost(value, other))


def rest_of(way, number):
    return way[number + 1:]


def aligned(before, after, place):
    """The value at a place of what came back, if no array on the way could be shifted; else `None`."""
    value, other = before, after
    for token in tokens(place):
        if isinstance(value, list):
            if not isinstance(other, list) or len(value) != len(other) or not token.isdigit() or int(token) >= len(value):
                return None
            rest_is_same = all(canonical(a) == canonical(b) for i, (a, b) in enumerate(zip(value, other)) if i != int(token))
            if not rest_is_same:
                return None
            value, other = value[int(token)], other[int(token)]
        elif isinstance(value, dict) and token in value:
            if not isinstance(other, dict) or token not in other:
                return MISSING if isinstance(other, dict) else None
            value, other = value[token], other[token]
        else:
            return None
    return other


def shortened(words):
    return words[:79] + "…" if len(words) > 80 else words


def untrue(before, result, after, loss):
    """Why the reason of a loss is not true of a document; `None` if it may be."""
    reason, place = loss["reason"], loss["path"]
    own = find(before, place)
    if own is MISSING:
        return None
    back = aligned(before, after, place) if after is not None else None
    mine = shortened(text(own))
    for phrase in ("it comes back as ", "and comes back as ", "the way back reads it as ", "which the way back reads as "):
        head, found, said = reason.rpartition(phrase)
        if not found:
            continue
        if said == mine and not said.endswith("…"):
            return f"says that {mine} comes back as itself"
        if back is MISSING:
            return f"says that it comes back as {said}; nothing comes back"
        if back is not None and not is_shown(text(back), said) and not is_scrambled(back, said):
            return f"says that it comes back as {said}; it comes back as {shortened(text(back))}"
    if reason == "it does not come back" and back is not MISSING and back is not None and not has_array(before, place):
        return f"says that it does not come back; it comes back as {shortened(text(back))}"
    if reason == "it is kept, and the way back takes it away" and back is not None and back is not MISSING and not has_array(before, place):
        return f"says that the way back takes it away; it comes back as {shortened(text(back))}"
    if reason.startswith("it is kept, and the way back") and not any(
            not any(True for _ in lost(own, inner)) for _, inner in places(result)):
        return "says that it is kept; it is nowhere in the result"
    if reason == "the other version does not have it" and find(result, place) is not MISSING and len(mine) > 3 and canonical(find(result, place)) == canonical(own):
        return "says that the other version does not have it; it has it there"
    for phrase in ("it is set to ", "it becomes ", "and becomes ", "it differs from the default "):
        head, found, said = reason.partition(phrase)
        if found and said.partition(", which the way back")[0].partition(", and comes back")[0] == mine:
            return f"says {phrase.strip()!r} of an equal value"
    if reason.startswith("the other version does not have all of it") and contains(result, own) and is_once(before, own) and len(mine) > 4 and not isinstance(own, (dict, list)):
        return "says that the other version does not have all of it; it has it"
    if reason.startswith("nothing in the other version comes from it") and contains(result, own) and is_once(before, own) and len(mine) > 8 and not isinstance(own, (dict, list)):
        return "says that nothing comes from it; the result has it"
    return None


def is_shown(words, said):
    """Whether a text is shown so. Where it is cut is a matter of characters, which are not counted here."""
    return words == said or said.endswith("…") and words.startswith(said[:60].rstrip("…"))


def has_array(value, place):
    """Whether a place is within an array."""
    return any(isinstance(find(value, head), list) for head in heads(place))


def heads(place):
    while place:
        place = place.rpartition("/")[0]
        yield place


def is_scrambled(value, said):
    """Whether a text shows a container with its members in another order, or shortened."""
    return isinstance(value, (dict, list)) and (said.endswith("…") or sorted(said) == sorted(text(value)))


def is_once(value, part):
    return [canonical(inner) for _, inner in places(value)].count(canonical(part)) == 1


def contains(value, part):
    name = canonical(part)
    if canonical(value) == name:
        return True
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(contains(inner, part) for inner in children)


def not_largest(told):
    """A loss within another one: the largest value all of which is lost is reported once."""
    for loss in told:
        for other in told:
            if loss is not other and loss["path"] == other["path"] and loss["reason"] == other["reason"]:
                return loss
            if loss["path"] != other["path"] and is_within(loss["path"], other["path"]) and other["reason"] != ORDER:
                return loss
    return None
