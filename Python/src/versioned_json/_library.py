"""The calls of libversionedjson; `versionedjson.h` documents them."""

import ctypes
import os
import pathlib
import sys
from functools import lru_cache
from typing import Any

ABI = 1


class ResultsStruct(ctypes.Structure):
    """`versionedjson_results`."""

    _fields_ = [
        ("count", ctypes.c_int64),
        ("bad", ctypes.c_int64),
        ("outcomes", ctypes.c_void_p),
        ("documents", ctypes.c_void_p),
        ("document_offsets", ctypes.c_void_p),
        ("losses", ctypes.c_void_p),
        ("loss_offsets", ctypes.c_void_p),
        ("errors", ctypes.c_void_p),
        ("error_offsets", ctypes.c_void_p),
        ("contradictions", ctypes.c_void_p),
        ("contradiction_offsets", ctypes.c_void_p),
    ]


def path() -> str:
    """The file of the library: `VERSIONED_JSON_LIBRARY`, or the one in this package."""
    given = os.environ.get("VERSIONED_JSON_LIBRARY")
    if given:
        return given
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    return str(pathlib.Path(__file__).with_name("libversionedjson" + suffix))


@lru_cache(maxsize=None)
def library() -> Any:
    """The library, loaded once."""
    loaded = ctypes.CDLL(path())
    error = ctypes.POINTER(ctypes.c_void_p)
    for name, result, arguments in [
        ("versionedjson_abi", ctypes.c_int32, []),
        ("versionedjson_plan_read", ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_size_t, error]),
        ("versionedjson_plan_set_open", ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p, error]),
        ("versionedjson_plan_free", None, [ctypes.c_void_p]),
        (
            "versionedjson_migrate",
            ctypes.c_void_p,
            [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, error],
        ),
        ("versionedjson_results_free", None, [ctypes.c_void_p]),
        ("versionedjson_text_free", None, [ctypes.c_void_p]),
    ]:
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    if loaded.versionedjson_abi() != ABI:
        raise ImportError(f"{path()} has the interface {loaded.versionedjson_abi()}; this module needs {ABI}")
    return loaded


class _Handle(int):
    """The address of memory of the library, which is freed when nothing refers to this object any more.

    The garbage collector does not track an `int` without members. So in a cycle that it collects, this goes after all
    `__del__` have run: these may still use the memory. When the interpreter ends, nothing is freed, because other
    `__del__` and threads may use it until the end of the process.
    """

    __slots__ = ()
    _free = ""

    def __del__(self, is_ending: Any = sys.is_finalizing, loaded: Any = library) -> None:
        if not is_ending():
            getattr(loaded(), self._free)(self)

    def __reduce__(self) -> Any:
        raise TypeError("memory of the library cannot be copied or pickled")


class PlanHandle(_Handle):
    """A `versionedjson_plan`. A call holds it while it runs."""

    __slots__ = ()
    _free = "versionedjson_plan_free"


class ResultsHandle(_Handle):
    """A `versionedjson_results`."""

    __slots__ = ()
    _free = "versionedjson_results_free"


def taken_text(pointer: ctypes.c_void_p) -> str:
    """The text of an error. Frees it."""
    try:
        return ctypes.string_at(pointer.value or 0).decode()
    finally:
        library().versionedjson_text_free(pointer)
