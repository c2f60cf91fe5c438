"""Results of documents."""

import ctypes
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Optional, overload

from ._json import parsed
from ._library import ResultsHandle, ResultsStruct


@dataclass(frozen=True)
class Loss:
    """One lost value."""

    #: Where it is in the document that was given, as a JSON pointer.
    path: str
    #: The value. Its numbers are exact: `int`, `Decimal`, or `NumberText` where neither can hold one.
    value: Any
    reason: str
    #: The operation that gave it up, and the step of the plan.
    operation: Optional[str] = None
    step: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None

    @classmethod
    def _list(cls, losses: Any) -> "list[Loss]":
        """The losses of a JSON array. Members that a newer library adds are left out."""
        names = {field.name for field in fields(cls)}
        return [cls(**{name: part for name, part in loss.items() if name in names}) for loss in losses]


class _Failure(ValueError):
    """The parts of an error of the library. Unknown parts are `None`."""

    #: What is wrong, as a word that stays: `absent`, `tooNew`, …
    code: str
    #: What is wrong, in words that may change.
    reason: str
    line: Optional[int]
    column: Optional[int]
    byte_offset: Optional[int]
    #: A JSON pointer.
    path: Optional[str]
    version: Optional[str]
    step: Optional[str]
    operation: Optional[str]
    #: The losses, where they are why.
    losses: "list[Loss]"
    #: All of it as the library tells it.
    json: str

    def __init__(self, text: str):
        parts = parsed(text)
        self.json = text
        self.code, self.reason = parts["code"], parts["reason"]
        self.line, self.column, self.byte_offset = parts["line"], parts["column"], parts["byteOffset"]
        self.path, self.version, self.step, self.operation = parts["path"], parts["version"], parts["step"], parts["operation"]
        self.losses = Loss._list(parts.get("losses", []))
        place = "" if self.line is None else f"line {self.line}, column {self.column}, at {json.dumps(self.path or '')}: "
        around = [f"version {self.version}" if self.version else "", f"step {self.step}" if self.step else "", self.operation or ""]
        said = ", ".join(part for part in around if part)
        super().__init__(place + self.reason + (f" ({said})" if said else ""))

    def __reduce__(self) -> Any:
        return (type(self), (self.json,))


class DocumentError(_Failure):
    """A document that could not be migrated."""


class PlanError(_Failure):
    """An invalid plan, or a call with an unknown version or option."""


class Result:
    """The result of one document of a batch."""

    __slots__ = ("_results", "_number")

    def __init__(self, results: "Results", number: int):
        self._results, self._number = results, number

    @property
    def document(self) -> bytes:
        """The document in the target version; empty if it is bad."""
        return self._results._text("document", self._number)

    @property
    def text(self) -> str:
        """The document as text, also where it stays in UTF-16 or UTF-32."""
        document = self.document
        return document.decode(json.detect_encoding(document))

    @property
    def is_changed(self) -> bool:
        """Whether it was migrated. Otherwise it already had the target version, or is bad."""
        return self._results._outcomes[self._number] == 1

    @property
    def is_bad(self) -> bool:
        """Whether it could not be migrated."""
        return self._results._outcomes[self._number] == 2

    @property
    def losses_json(self) -> str:
        """The losses as a JSON array; empty if there are none."""
        return self._results._text("loss", self._number).decode()

    @property
    def losses(self) -> "list[Loss]":
        """The losses."""
        text = self.losses_json
        return Loss._list(parsed(text)) if text else []

    @property
    def error(self) -> Optional[DocumentError]:
        """Why it is bad; `None` if it is not."""
        return DocumentError(self._results._text("error", self._number).decode()) if self.is_bad else None

    @property
    def contradiction_json(self) -> str:
        """A contradiction to the version of the document, as a JSON object; empty if there is none."""
        return self._results._text("contradiction", self._number).decode()

    def __repr__(self) -> str:
        return f"Result({self.error if self.is_bad else self.document!r})"


class Results(Sequence):
    """The results of a batch, in order. The library owns the memory; it is freed with this and each `Result` of it."""

    def __init__(self, handle: ResultsHandle):
        made = ResultsStruct.from_address(handle)
        self._handle = handle
        self._struct, self._count = made, made.count
        #: How many documents are bad.
        self.bad: int = made.bad
        self._outcomes = (ctypes.c_uint8 * made.count).from_address(made.outcomes)
        self._texts = {
            name: (getattr(made, texts), (ctypes.c_int64 * (made.count + 1)).from_address(getattr(made, name + "_offsets")))
            for name, texts in [
                ("document", "documents"), ("loss", "losses"), ("error", "errors"), ("contradiction", "contradictions")]
        }

    def _text(self, name: str, number: int) -> bytes:
        start, offsets = self._texts[name]
        return ctypes.string_at(start + offsets[number], offsets[number + 1] - offsets[number])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Result: ...
    @overload
    def __getitem__(self, place: slice) -> "list[Result]": ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        number = place + len(self) if place < 0 else place
        if not 0 <= number < len(self):
            raise IndexError(place)
        return Result(self, number)

    def documents(self) -> "list[bytes]":
        """All documents in the target version; a bad one is empty."""
        start, offsets = self._texts["document"]
        text = ctypes.string_at(start, offsets[len(self)])
        places = list(offsets)
        return [text[begin:end] for begin, end in zip(places, places[1:])]
