"""Columns of Apache Arrow: documents go in and come out without a copy for each. Needs `pyarrow`."""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ._plan import Plan
from ._results import Results

_LARGE = {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()}


def migrate_column(plan: Plan, column: "pa.Array", to: str, **options: Any) -> "pa.RecordBatch":
    """Migrates each document of a column.

    The batch has as many rows as the column, in its order, and three columns: `document`, of the column's type, `losses`
    and `error`, JSON as text. `document` is null if `error` is not, and `losses` if there are none. For a null in the
    column, all three are null. Options are those of `Plan.migrate`.
    """
    kind = column.type
    large = _LARGE.get(kind, kind)
    if large not in _LARGE.values():
        raise TypeError(f"a column of {kind} holds no documents: string or binary is needed")
    whole = column.cast(large)
    _, offsets, texts = whole.buffers()
    results = plan._migrate(
        texts.address if texts else None, offsets.address + 8 * whole.offset if len(whole) else None, len(whole), to, options)
    outcomes = pa.Array.from_buffers(
        pa.uint8(), len(whole), [None, pa.foreign_buffer(results._struct.outcomes, max(1, len(whole)), results)])
    given = whole.is_valid()
    is_bad = pc.and_(pc.equal(outcomes, 2), given)
    documents = pc.if_else(pc.and_(pc.not_equal(outcomes, 2), given), _texts(results, "document", large), pa.scalar(None, large))
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
