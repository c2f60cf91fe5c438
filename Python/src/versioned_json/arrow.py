"""Columns of Apache Arrow: documents go in and come out without a copy for each. Needs `pyarrow`."""

from typing import Any, Union

import pyarrow as pa
import pyarrow.compute as pc

from ._plan import Plan
from ._results import Results

#: The kinds of columns, and those in which the library has its results.
_LARGE = {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()}
_LARGE.update({large: large for large in list(_LARGE.values())})
for _view, _whole in [("string_view", pa.large_string()), ("binary_view", pa.large_binary())]:
    if hasattr(pa, _view):
        _LARGE[getattr(pa, _view)()] = _whole


def migrate_column(plan: Plan, column: Any, to: str, **options: Any) -> "Union[pa.RecordBatch, pa.Table]":
    """Migrates each document of a column.

    For a `pyarrow.Array`, also a slice, the result is a `RecordBatch`. For a `ChunkedArray` it is a `Table` with the
    same chunks, and so it is for what offers one (`__arrow_c_stream__`), such as a Series of Polars or pandas.

    It has as many rows as the column, in its order, and three columns: `document`, of the column's type, `losses` and
    `error`, JSON as text. `document` is null if `error` is not, and `losses` if there are none. For a null in the
    column, all three are null. A dictionary or an extension type comes out as the type of its values, and a dictionary
    of views as `large_string` or `large_binary`.

    Options are those of `Plan.migrate`. Raises `TypeError` for what is not a column of texts or bytes.
    """
    column = _column(column)
    if isinstance(column, pa.Array):
        return _migrated(plan, column, to, options)
    # A column without chunks has a type too, and a wrong version is an error.
    none = _migrated(plan, pa.nulls(0, column.type), to, options)
    batches = [_migrated(plan, chunk, to, options) for chunk in column.chunks]
    columns = [
        pa.chunked_array([batch.column(field.name) for batch in batches], field.type) for field in none.schema]
    return pa.table(columns, names=none.schema.names)


def _column(column: Any) -> Any:
    """The column as `Array` or `ChunkedArray`."""
    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        if not (hasattr(column, "__arrow_c_stream__") and hasattr(pa.ChunkedArray, "__arrow_c_stream__")):
            raise TypeError(
                f"a column is a pyarrow.Array or ChunkedArray, not {type(column).__module__}.{type(column).__name__}; "
                "pyarrow.array(values) makes one, also of a pandas Series")
        column = pa.chunked_array(column)
    return column


def _plain(column: "pa.Array") -> "pa.Array":
    """The column, or the values of its dictionary or extension type."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _plain(column.storage)
    if isinstance(kind, pa.DictionaryType):
        values = _plain(column.dictionary)
        # Views cannot be taken.
        is_view = values.type not in (pa.string(), pa.binary(), pa.large_string(), pa.large_binary())
        return (_large(values) if is_view else values).take(column.indices)
    if kind not in _LARGE:
        raise TypeError(f"a column of {kind} holds no documents: string or binary is needed")
    return column


def _large(column: "pa.Array") -> "pa.Array":
    """The column in the kind in which the library has its results, which can be cast back."""
    kind, large = column.type, _LARGE[column.type]
    try:
        pa.nulls(0, large).cast(kind)
        return column.cast(large)
    except pa.ArrowNotImplementedError:
        raise TypeError(f"pyarrow {pa.__version__} cannot cast a column of {kind} to {large} and back") from None


def _migrated(plan: Plan, column: "pa.Array", to: str, options: "dict[str, Any]") -> "pa.RecordBatch":
    column = _plain(column)
    kind, large = column.type, _LARGE[column.type]
    whole = _large(column)
    _, offsets, texts = whole.buffers()
    results = plan._migrate(
        texts.address if texts else None, offsets.address + 8 * whole.offset if len(whole) else None, len(whole), to,
        options)
    outcomes = pa.Array.from_buffers(
        pa.uint8(), len(whole), [None, pa.foreign_buffer(results._struct.outcomes, max(1, len(whole)), results)])
    given = whole.is_valid()
    is_bad = pc.and_(pc.equal(outcomes, 2), given)
    is_good = pc.and_(pc.not_equal(outcomes, 2), given)
    documents = pc.if_else(is_good, _texts(results, "document", large), pa.scalar(None, large))
    losses = _texts(results, "loss", pa.large_string())
    some = pc.and_(pc.greater(pc.binary_length(losses), 0), given)
    none = pa.scalar(None, pa.large_string())
    errors = pc.if_else(is_bad, _texts(results, "error", pa.large_string()), none)
    return pa.record_batch(
        [documents.cast(kind), pc.if_else(some, losses, none).cast(pa.string()), errors.cast(pa.string())],
        names=["document", "losses", "error"])


def _texts(results: Results, name: str, kind: Any) -> "pa.Array":
    """The texts of one kind, in the memory of the library. The memory stays as long as they are referenced."""
    start, offsets = results._texts[name]
    count = len(results)
    address = getattr(results._struct, name + "_offsets")
    return pa.Array.from_buffers(
        kind, count,
        [None, pa.foreign_buffer(address, 8 * (count + 1), results), pa.foreign_buffer(start, offsets[count], results)])
