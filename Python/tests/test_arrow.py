import sys
import unittest

sys.path.insert(0, __file__.rpartition("/")[0])

from common import plan
from versioned_json import PlanError

try:
    import pyarrow as pa

    from versioned_json.arrow import migrate_column
except ImportError:
    pa = None

OLD = '{"version": 1, "total": 5, "note": "hurry"}'
NEW = '{"version": 2, "price": 5}'


@unittest.skipUnless(pa, "pyarrow is not installed")
class ArrowTests(unittest.TestCase):
    def test_a_row_comes_out_for_each_that_goes_in(self):
        column = pa.array([OLD, None, "{", NEW, ""])
        batch = migrate_column(plan(), column, to="2")
        self.assertEqual(batch.column("document").to_pylist(), [NEW, None, None, NEW, None])
        self.assertEqual([text is not None for text in batch.column("losses").to_pylist()], [True, False, False, False, False])
        self.assertEqual([text is not None for text in batch.column("error").to_pylist()], [False, False, True, False, True])
        batch.validate(full=True)

    def test_every_kind_of_column_keeps_its_kind(self):
        for kind in [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()]:
            column = pa.array([OLD, NEW, None], type=pa.string()).cast(kind)
            self.assertEqual(migrate_column(plan(), column, to="2").column("document").type, kind)
        with self.assertRaises(TypeError):
            migrate_column(plan(), pa.array([1]), to="2")

    def test_slices_and_empty_columns_are_columns(self):
        column = pa.array([NEW, OLD, None, OLD, "{"])
        for start in range(6):
            for length in range(6 - start):
                part = column.slice(start, length)
                found = migrate_column(plan(), part, to="2").column("document").to_pylist()
                self.assertEqual(found, [text if text in (None, NEW) else NEW if text == OLD else None for text in part.to_pylist()])

    def test_chunks_come_out_as_they_go_in(self):
        chunks = [[OLD, None], [], ["{", NEW, OLD]]
        for kind in [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()]:
            column = pa.chunked_array([pa.array(chunk, pa.string()).cast(kind) for chunk in chunks])
            table = migrate_column(plan(), column, to="2")
            table.validate(full=True)
            self.assertEqual([len(chunk) for chunk in table.column("document").chunks], [2, 0, 3])
            self.assertEqual(table.schema.field("document").type, kind)
            wanted = pa.array([NEW, None, None, NEW, NEW]).cast(kind).to_pylist()
            self.assertEqual(table.column("document").to_pylist(), wanted)
            errors = table.column("error").to_pylist()
            self.assertEqual([text is None for text in errors], [True, True, False, True, True])
            part = migrate_column(plan(), column.slice(1, 3), to="2")
            self.assertEqual(part.column("document").to_pylist(), wanted[1:4])
        column = pa.table({"d": [OLD, NEW]}).column("d")
        self.assertEqual(migrate_column(plan(), column, to="2").column("document").to_pylist(), [NEW, NEW])

    def test_columns_without_chunks_have_a_type_and_a_version(self):
        column = pa.chunked_array([], pa.large_string())
        table = migrate_column(plan(), column, to="2")
        self.assertEqual((table.num_rows, table.schema.types), (0, [pa.large_string(), pa.string(), pa.string()]))
        with self.assertRaises(PlanError):
            migrate_column(plan(), column, to="9")

    def test_dictionaries_views_and_extensions_are_read(self):
        plain = pa.array([OLD, None, NEW, OLD])
        columns = [plain.dictionary_encode(), pa.chunked_array([plain.dictionary_encode()])]
        if hasattr(pa, "json_"):
            columns.append(pa.ExtensionArray.from_storage(pa.json_(), plain))
            columns.append(pa.chunked_array([columns[-1]]))
        for column in columns:
            found = migrate_column(plan(), column.slice(1), to="2").column("document")
            self.assertEqual((found.to_pylist(), found.type), ([None, NEW, NEW], pa.string()))
        for kind in ["string_view", "binary_view"] if hasattr(pa, "string_view") else []:
            texts = plain if kind == "string_view" else plain.cast(pa.binary())
            column = pa.array(texts.to_pylist(), getattr(pa, kind)())
            try:
                plain.cast(column.type)
            except pa.ArrowNotImplementedError:
                with self.assertRaises(TypeError):
                    migrate_column(plan(), column, to="2")
                continue
            found = migrate_column(plan(), column.slice(1), to="2").column("document")
            self.assertEqual((found.cast(pa.string()).to_pylist(), found.type), ([None, NEW, NEW], column.type))
            column = pa.chunked_array([pa.DictionaryArray.from_arrays(pa.array([1, 0]), plain.cast(column.type))])
            found = migrate_column(plan(), column, to="2").column("document")
            self.assertEqual(found.cast(pa.string()).to_pylist(), [None, NEW])

    def test_what_is_not_a_column_of_documents_is_a_wrong_call(self):
        class Series:
            pass

        for column in [
            [OLD], OLD, None, Series(), pa.array([1]), pa.chunked_array([[1]]), pa.array([1, 1]).dictionary_encode(),
            pa.array([b"ab"], pa.binary(2)), pa.table({"d": [OLD]}), pa.array([None]),
        ]:
            with self.assertRaises(TypeError):
                migrate_column(plan(), column, to="2")

    def test_series_are_columns(self):
        class Series:
            """As Polars and pandas have them."""

            def __arrow_c_stream__(self, requested_schema=None):
                return pa.chunked_array([[OLD], [NEW]]).__arrow_c_stream__(requested_schema)

        if hasattr(pa.ChunkedArray, "__arrow_c_stream__"):
            table = migrate_column(plan(), Series(), to="2")
            self.assertEqual(table.column("document").chunks, pa.chunked_array([[NEW], [NEW]]).chunks)

    def test_results_stay_when_all_else_is_gone(self):
        found = [migrate_column(plan(), pa.array([OLD] * 1000), to="2").column("document") for _ in range(20)]
        self.assertTrue(all(column.to_pylist() == [NEW] * 1000 for column in found))


if __name__ == "__main__":
    unittest.main()
