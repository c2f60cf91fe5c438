"""Plans."""

import ctypes
import operator
import os
from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import Any, Optional, Union

from ._json import written
from ._library import PlanHandle, ResultsHandle, library, taken_text
from ._results import PlanError, Result, Results

#: A document. The bytes of any other buffer will do, whatever its items are.
Text = Union[bytes, bytearray, memoryview, str]

#: The options, as the library calls them.
_OPTIONS = {
    "from_version": "from", "style": "style", "losses": "losses", "one_line": "oneLine", "partial": "partial",
    "context": "context",
}


def _options(options: "dict[str, Any]") -> Optional[bytes]:
    """Options for the library, which refuses unknown ones; `None` for a known one leaves it out."""
    given = {
        _OPTIONS.get(key, key): value for key, value in options.items() if value is not None or key not in _OPTIONS}
    return written(given).encode() if given else None


def _bytes(document: Any) -> bytes:
    """The bytes of a document, which nothing changes during the call."""
    if type(document) is bytes:
        return document
    if isinstance(document, str):
        # What UTF-8 cannot hold is bad in its place, and stops no other document.
        return str.encode(document, errors="surrogatepass")
    try:
        return memoryview(document).tobytes()
    except TypeError:
        raise TypeError(f"a document is a str, bytes or another buffer, not {type(document).__name__}") from None


def _c_text(text: str, name: str) -> bytes:
    """A text for C, where a zero would end it."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is a str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{name} contains a null character: {text!r}")
    return text.encode()


class Plan:
    """The migrations between the versions of a document.

    `Plan(text)` reads a plan file's text, `Plan.open(path)` a file; both raise `PlanError` with line and column.
    """

    def __init__(self, plan_file: Text):
        text = _bytes(plan_file)
        self._made_by: Any = (Plan, (text,))
        self._hold(library().versionedjson_plan_read, text, len(text))

    def _hold(self, call: Any, *arguments: Any) -> None:
        """Holds what a call returns, as long as this or a call needs it."""
        error = ctypes.c_void_p()
        address = call(*arguments, ctypes.byref(error))
        if not address:
            raise PlanError(taken_text(error))
        self._handle = PlanHandle(address)

    @classmethod
    def open(cls, path: "Union[str, os.PathLike[str]]") -> "Plan":
        """The plan in a plan file. Raises `OSError` if the file cannot be read."""
        with open(path, "rb") as file:
            return cls(file.read())

    @classmethod
    def open_set(cls, path: "Union[str, os.PathLike[str]]", entity: str) -> "Plan":
        """The plans of a plan-set file, for documents of one entity; versions are those of the API.

        A set is pickled as its path: its files must be where it is loaded. Raises `PlanError` where it cannot be read.
        """
        name = os.fsencode(path)
        if b"\0" in name:
            raise ValueError(f"the path contains a null character: {path!r}")
        plan = cls.__new__(cls)
        plan._made_by = (Plan.open_set, (path, entity))
        plan._hold(library().versionedjson_plan_set_open, name, _c_text(entity, "entity"))
        return plan

    def __reduce__(self) -> Any:
        return self._made_by

    def migrate(self, document: Text, to: str, **options: Any) -> Result:
        """Migrates one document.

        Options, as `versionedjson.h` describes them: `from_version`, `style` ("version" or "keep"), `losses` ("report"
        or "fail"), `one_line`, `partial`, `context`. With `one_line` each result is one line in UTF-8, also if the
        document already has the target version. Raises `DocumentError` if the document is bad.
        """
        result = self.migrate_many([document], to, **options)[0]
        if result.error:
            raise result.error
        return result

    def migrate_many(self, documents: Iterable[Text], to: str, **options: Any) -> Results:
        """Migrates documents in one call, with all of them in memory.

        A bad document has an `error` and does not stop the others. What is no document at all, such as `None`, raises
        `TypeError`, and nothing is migrated. The bytes of an `array` or of a `memoryview` are the document, also if
        its items have several bytes or do not follow each other.
        """
        if isinstance(documents, str):
            raise TypeError("documents are a list or another iterable, not one text")
        texts = [_bytes(document) for document in documents]
        offsets = array("q", accumulate(map(len, texts), initial=0))
        return self._migrate(b"".join(texts), offsets.buffer_info()[0], len(texts), to, options)

    def migrate_each(
        self, documents: Iterable[Text], to: str, batch: int = 1000, **options: Any
    ) -> Iterator[Result]:
        """Migrates any number of documents in order, with a limited number in memory.

        There is one result for each document, also for an empty one, which is bad. A wrong version or option raises
        `PlanError` before the first document is read; a `batch` below 1 raises `ValueError`.
        """
        if isinstance(documents, str):
            raise TypeError("documents are a list or another iterable, not one text")
        size = operator.index(batch)
        if size < 1:
            raise ValueError(f"a batch has at least one document, not {size}")
        self.migrate_many([], to, **options)
        return self._migrated_by(size, iter(documents), to, options)

    def _migrated_by(
        self, batch: int, documents: Iterator[Text], to: str, options: "dict[str, Any]"
    ) -> Iterator[Result]:
        while texts := list(islice(documents, batch)):
            yield from self.migrate_many(texts, to, **options)

    def _migrate(
        self, documents: "Union[bytes, int, None]", offsets: Optional[int], count: int, to: str,
        options: "dict[str, Any]",
    ) -> Results:
        """Migrates documents that follow each other in memory: `bytes`, or an address."""
        target, said = _c_text(to, "to"), _options(options)
        error = ctypes.c_void_p()
        # Held here, because another thread may drop the plan.
        handle = self._handle
        address = library().versionedjson_migrate(handle, target, said, documents, offsets, count, ctypes.byref(error))
        if not address:
            raise PlanError(taken_text(error))
        return Results(ResultsHandle(address))
