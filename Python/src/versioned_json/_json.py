"""JSON with exact numbers."""

import json
import re
from decimal import Context, Decimal, InvalidOperation
from typing import Any, Union

#: More digits are slow to convert, and Python refuses them by default.
_DIGITS = 4_300
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?", re.ASCII)
_EXACT = Context(traps=[InvalidOperation])


class NumberText(str):
    """A number that neither `int` nor `Decimal` can hold, such as `1e9999999999999999999`: its text in JSON."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"NumberText({str.__repr__(self)})"


def parsed(text: str) -> Any:
    """JSON with exact numbers.

    An integer is an `int`. A fraction, a number with an exponent, `-0`, and an integer of more than 4,300 digits is a
    `Decimal`. A number that is too large or too small for that is a `NumberText`.
    """
    return json.loads(text, parse_int=_integer, parse_float=_decimal)


def _integer(text: str) -> "Union[int, Decimal, NumberText]":
    if len(text) <= _DIGITS and text != "-0":
        try:
            return int(text)
        except ValueError:
            pass  # sys.set_int_max_str_digits allows fewer digits.
    return _decimal(text)


def _decimal(text: str) -> "Union[Decimal, NumberText]":
    try:
        return Decimal(text, _EXACT)
    except InvalidOperation:
        return NumberText(text)


def written(value: Any) -> str:
    """The JSON of a value, with all that `parsed` returns. Raises `TypeError` and `ValueError` where there is none."""
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"a key of JSON is a str, not {type(key).__name__}")
        return "{" + ",".join(f"{json.dumps(key)}:{written(member)}" for key, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, NumberText):
        if not _NUMBER.fullmatch(value):
            raise ValueError(f"{value!r} is not a number of JSON")
        return str(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a number of JSON")
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 2_000:
        return format(Decimal(value), "f")
    return json.dumps(value, allow_nan=False)
