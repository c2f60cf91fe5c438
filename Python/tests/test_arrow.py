import sys
import unittest

sys.path.insert(0, __file__.rpartition("/")[0])

from common import plan

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

    def test_results_stay_when_all_else_is_gone(self):
        found = [migrate_column(plan(), pa.array([OLD] * 1000), to="2").column("document") for _ in range(20)]
        self.assertTrue(all(column.to_pylist() == [NEW] * 1000 for column in found))


if __name__ == "__main__":
    unittest.main()
