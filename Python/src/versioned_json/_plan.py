"""Plans."""

import ctypes
import os
from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import Any, Optional, Union

from ._json import written
from ._library import PlanHandle, ResultsHandle, library, taken_text
from ._results import PlanError, Result, Results

Text = Union[bytes, str]

#: The options, as the library calls them.
_OPTIONS = {
    "from_version": "from", "style": "style", "losses": "losses", "one_line": "oneLine", "partial": "partial",
    "context": "context",
}


def _options(options: "dict[str, Any]") -> Optional[bytes]:
    """Options for the library, which refuses unknown ones; `None` for a known one leaves it out."""
    given = {_OPTIONS.get(key, key): value for key, value in options.items() if value is not None or key not in _OPTIONS}
    return written(given).encode() if given else None


class Plan:
    """The migrations between the versions of a document.

    `Plan(text)` reads a plan file's text, `Plan.open(path)` a file; both raise `PlanError` with line and column.
    """

    def __init__(self, plan_file: Text):
        text = plan_file.encode() if isinstance(plan_file, str) else bytes(plan_file)
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
        plan = cls.__new__(cls)
        plan._made_by = (Plan.open_set, (path, entity))
        plan._hold(library().versionedjson_plan_set_open, os.fsencode(path), entity.encode())
        return plan

    def __reduce__(self) -> Any:
        return self._made_by

    def migrate(self, document: Text, to: str, **options: Any) -> Result:
        """Migrates one document.

        Options, as `versionedjson.h` describes them: `from_version`, `style` ("version" or "keep"), `losses` ("report" or
        "fail"), `one_line`, `partial`, `context`. Raises `DocumentError` if the document is bad.
        """
        result = self.migrate_many([document], to, **options)[0]
        if result.error:
            raise result.error
        return result

    def migrate_many(self, documents: Iterable[Text], to: str, **options: Any) -> Results:
        """Migrates documents in one call. A bad one has an `error` and does not stop the others. All of them are in memory."""
        texts = [document.encode() if isinstance(document, str) else document for document in documents]
        offsets = array("q", accumulate(map(len, texts), initial=0))
        return self._migrate(b"".join(texts), offsets.buffer_info()[0], len(texts), to, options)

    def migrate_each(
        self, documents: Iterable[Text], to: str, batch: int = 1000, **options: Any
    ) -> Iterator[Result]:
        """Migrates any number of documents in order, with a limited number in memory."""
        rest = iter(documents)
        while texts := list(islice(rest, batch)):
            yield from self.migrate_many(texts, to, **options)

    def _migrate(self, documents: "Union[bytes, int, None]", offsets: Optional[int], count: int, to: str, options: "dict[str, Any]") -> Results:
        """Migrates documents that follow each other in memory: `bytes`, or an address."""
        said = _options(options)
        error = ctypes.c_void_p()
        # Held here, because another thread may drop the plan.
        handle = self._handle
        address = library().versionedjson_migrate(handle, to.encode(), said, documents, offsets, count, ctypes.byref(error))
        if not address:
            raise PlanError(taken_text(error))
        return Results(ResultsHandle(address))
