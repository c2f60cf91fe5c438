import json
import pathlib
import pickle
import sys
import tempfile
import threading
import unittest
from array import array
from decimal import Decimal, InvalidOperation, localcontext

sys.path.insert(0, __file__.rpartition("/")[0])

from common import PLAN, TOOL, by_tool, plan
from versioned_json import DocumentError, Loss, NumberText, Plan, PlanError

OLD = '{"version": 1, "total": 5, "note": "hurry"}'


class PlanTests(unittest.TestCase):
    def test_a_document_is_migrated_and_its_losses_are_told(self):
        result = plan().migrate(OLD, to="2")
        self.assertEqual(result.text, '{"version": 2, "price": 5}')
        self.assertTrue(result.is_changed)
        self.assertEqual(
            result.losses,
            [Loss("/note", "hurry", "the other version does not have it", 'remove "/note"', "1 → 2", 1, 36)])

    def test_numbers_in_losses_are_exact(self):
        result = plan().migrate('{"version": 1, "total": 5, "note": 0.1000000000000000055511}', to="2")
        self.assertEqual(result.losses[0].value, Decimal("0.1000000000000000055511"))

    def test_numbers_that_fit_no_int_are_exact_too(self):
        huge = "-" + "9" * 5_000
        for text, value in [
            ("12", 12), (huge, Decimal(huge)),
            ("-0", Decimal("-0")), ("-0.0", Decimal("-0.0")), ("1.10", Decimal("1.10")),
            ("1e999999999999999999", Decimal("1e999999999999999999")),
            ("1e9999999999999999999", NumberText("1e9999999999999999999")),
            ("-0.5e-9999999999999999999", NumberText("-0.5e-9999999999999999999")),
        ]:
            document = '{"version": 1, "total": 5, "note": [' + text + "]}"
            failed = plan().migrate_many([document], to="2", losses="fail")[0]
            self.assertIn("DocumentError", repr(failed))
            for loss in plan().migrate(document, to="2").losses + failed.error.losses:
                found = loss.value[0]
                self.assertEqual((type(found), str(found), found), (type(value), str(value), value))

    def test_numbers_of_the_context_are_exact(self):
        copying = Plan(PLAN.replace('"planFormat": 1', '"planFormat": 2').replace(
            '{"op": "remove"', '{"op": "copy", "in": "context", "from": "/rate", "to": "/rate"}, {"op": "remove"'))
        for value, text in [
            (Decimal("1.10"), "1.10"), (NumberText("1e9999999999999999999"), "1e9999999999999999999"),
            (10 ** 5_000, "1" + "0" * 5_000),
            ([-7, 0.5, True, None, "é", {"a": (1,)}], '[-7,0.5,true,null,"é",{"a":[1]}]'),
        ]:
            result = copying.migrate('{"version": 1, "total": 5}', to="2", context={"rate": value}, losses=None)
            self.assertEqual(result.text.replace(" ", ""), '{"version":2,"price":5,"rate":' + text + "}")
        for value in (float("nan"), Decimal("Infinity"), NumberText("1, 2"), {1: 2}, {1}):
            with self.assertRaises((TypeError, ValueError)):
                copying.migrate(OLD, to="2", context={"rate": value})

    def test_numbers_of_losses_do_not_depend_on_how_the_program_calculates(self):
        with localcontext() as context:
            context.prec = 2
            context.traps[InvalidOperation] = False
            result = plan().migrate('{"version": 1, "total": 5, "note": [1.2345, 1e9999999999999999999]}', to="2")
            self.assertEqual([str(value) for value in result.losses[0].value], ["1.2345", "1e9999999999999999999"])

    def test_losses_of_a_newer_library_may_have_more_members(self):
        self.assertEqual(Loss._list([{"path": "/a", "value": 1, "reason": "r", "weight": 3}]), [Loss("/a", 1, "r")])

    def test_a_bad_document_stops_no_other(self):
        results = plan().migrate_many([OLD, "{", b'{"version": 2,  "price": 1.50}', ""], to="2")
        self.assertEqual([result.text for result in results], ['{"version": 2, "price": 5}', "", '{"version": 2,  "price": 1.50}', ""])
        self.assertEqual(results.documents(), [result.document for result in results])
        self.assertEqual([result.is_bad for result in results], [False, True, False, True])
        self.assertEqual([result.is_changed for result in results], [True, False, False, False])
        self.assertEqual((results.bad, results[1].error.code, results[1].error.column), (2, "unexpectedEnd", 2))
        self.assertEqual([result.is_bad for result in results[-2:]], [False, True])

    def test_documents_are_the_bytes_of_any_buffer(self):
        # 24 bytes, so that they can be items of two and rows of eight.
        text, other = b'{"version":1,"total":11}', b'{"version":1,"total":33}'
        spread = bytearray(2 * len(text))
        spread[::2] = text

        class Longer(bytes):
            def __len__(self):
                return 99

        for document in [
            bytearray(text), memoryview(text), memoryview(text).cast("H"), array("H", text), array("q", text),
            memoryview(text).cast("B", shape=[3, 8]), memoryview(spread)[::2], memoryview(text[::-1])[::-1],
            Longer(text),
        ]:
            wanted = [b'{"version":2,"price":11}', b'{"version":2,"price":33}']
            self.assertEqual(plan().migrate_many([document, other], to="2").documents(), wanted)
            found = plan().migrate_each([document, other], to="2", batch=2)
            self.assertEqual([result.document for result in found], wanted)
            self.assertEqual(plan().migrate(document, to="2").document, wanted[0])
        self.assertEqual(len(Plan(array("B", PLAN.encode())).migrate_many([], to="2")), 0)

    def test_text_that_is_not_unicode_is_a_bad_document(self):
        results = plan().migrate_many(['{"version": 1, "total": "\ud800"}', OLD], to="2")
        self.assertEqual([result.is_bad for result in results], [True, False])
        self.assertEqual((results[0].error.code, results[0].error.column), ("invalidUTF8", 26))

    def test_what_is_no_document_is_a_wrong_call(self):
        for call in (plan().migrate_many, lambda documents, to: list(plan().migrate_each(documents, to))):
            for documents in ([OLD, None], [OLD, 5], [{"version": 1}], OLD, OLD.encode(), None):
                with self.assertRaises(TypeError):
                    call(documents, to="2")

    def test_no_document_of_a_stream_is_left_out(self):
        self.assertEqual(len(list(plan().migrate_each([OLD, "", OLD], to="2", batch=2))), 3)
        for batch, error in [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("9", TypeError)]:
            with self.assertRaises(error):
                plan().migrate_each([OLD], to="2", batch=batch)
        with self.assertRaises(PlanError) as raised:
            plan().migrate_each([], to="9")
        self.assertEqual(raised.exception.code, "unknownVersion")

    def test_a_null_character_ends_no_text(self):
        for call in [
            lambda: plan().migrate(OLD, to="2\0rubbish"),
            lambda: plan().migrate(OLD, to="2", from_version="1\0"),
            lambda: plan().migrate(OLD, to="2", style="keep\0"),
            lambda: Plan.open_set("set.json\0", "Order"),
            lambda: Plan.open_set("set.json", "Order\0"),
        ]:
            with self.assertRaises(ValueError):
                call()
        for call in (lambda: plan().migrate(OLD, to=2), lambda: Plan.open_set("set.json", 5)):
            with self.assertRaises(TypeError):
                call()

    def test_an_error_has_all_parts(self):
        with self.assertRaises(DocumentError) as raised:
            plan().migrate('{\n "version": 1}', to="2")
        error = raised.exception
        self.assertEqual((error.code, error.path, error.version, error.step), ("absent", "/total", "1", "1 → 2"))
        self.assertEqual(
            str(error),
            'line 1, column 1, at "/total": there is no member "total" (version 1, step 1 → 2, rename "/total" to "price")')
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_losses_that_must_not_be_are_in_the_error(self):
        with self.assertRaises(DocumentError) as raised:
            plan().migrate(OLD, to="2", losses="fail")
        self.assertEqual((raised.exception.code, raised.exception.losses[0].path), ("losses", "/note"))

    def test_wrong_calls_are_errors_of_the_plan(self):
        for code, call in [
            ("unknownVersion", lambda: plan().migrate(OLD, to="3")),
            ("invalidOptions", lambda: plan().migrate(OLD, to="2", shape="round")),
            ("invalidOptions", lambda: plan().migrate(OLD, to="2", shape=None)),
            ("invalidOptions", lambda: plan().migrate(OLD, to="2", losses="carry")),
            ("unexpectedEnd", lambda: Plan("{")),
            ("missingMember", lambda: Plan("{}")),
        ]:
            with self.assertRaises(PlanError) as raised:
                call()
            self.assertEqual(raised.exception.code, code)
        self.assertEqual(len(plan().migrate_many([], to="2")), 0)

    def test_a_missing_plan_is_an_error_of_the_system(self):
        with self.assertRaises(FileNotFoundError):
            Plan.open("/no/such/plan")

    def test_a_plan_set_migrates_documents_of_one_entity(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "order.json").write_text(PLAN)
            (folder / "set.json").write_text("""
                {"planSetFormat": 1, "name": "Shop", "entities": [
                  {"name": "Order", "plan": "order.json"}, {"name": "Page", "nested": [{"entity": "Order", "eachOf": "/items"}]}],
                 "apiVersions": [{"version": "2025", "pins": {"Order": "1"}}, {"version": "2026", "pins": {"Order": "2"}}]}""")
            pages = Plan.open_set(folder / "set.json", "Page")
            for plan in (pages, pickle.loads(pickle.dumps(pages))):
                result = plan.migrate('{"items": [' + OLD + "]}", to="2026")
                self.assertEqual((result.text, result.losses[0].path), ('{"items": [{"version": 2, "price": 5}]}', "/items/0/note"))
            with self.assertRaises(PlanError):
                Plan.open_set(folder / "set.json", "Nothing")

    def test_a_missing_file_of_a_set_is_named(self):
        with self.assertRaises(PlanError) as raised:
            Plan.open_set("/no/such/set", "Order")
        self.assertIn("/no/such/set: cannot read", str(raised.exception))

    def test_one_line_is_one_line_of_text(self):
        new = '{"version": 2,\n "price": "\u00e9"}\n'
        for document in (new, new.encode("utf-16"), new.encode("utf-16-be"), new.encode("utf-32-le")):
            result = plan().migrate(document, to="2", one_line=True)
            self.assertEqual((result.document.decode(), result.is_changed), ('{"version": 2,"price": "\u00e9"}', False))
            self.assertEqual(plan().migrate(document, to="2").text, new)

    def test_streams_keep_their_order(self):
        documents = [f'{{"version": 1, "total": {number}}}' for number in range(2_500)]
        found = [json.loads(result.document)["price"] for result in plan().migrate_each(iter(documents), to="2", batch=100)]
        self.assertEqual(found, list(range(2_500)))

    def test_a_plan_can_be_pickled_and_shared_by_threads(self):
        shared = pickle.loads(pickle.dumps(plan()))
        documents = [OLD] * 500
        wanted = shared.migrate_many(documents, to="2").documents()
        found = []
        threads = [
            threading.Thread(target=lambda: found.append(shared.migrate_many(documents, to="2").documents())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [wanted] * 8)

    @unittest.skipUnless(TOOL, "VERSIONED_JSON_TOOL is not set")
    def test_bytes_are_those_of_the_command_line(self):
        indented = '{\n  "version": 1,\n  "total": 1e3,\n  "x": "\\u00e9"\n}\n'.encode()
        self.assertEqual(plan().migrate(indented, to="2").document, by_tool(indented))
        lines = [OLD.encode(), b'{"version": 2,  "price": 1.50}', b'{"version":1,"x":[1, 2],"total":-0.0}'] * 50
        wanted = by_tool(b"".join(line + b"\n" for line in lines), "--ndjson")
        results = plan().migrate_many(lines, to="2", one_line=True)
        self.assertEqual(b"".join(text + b"\n" for text in results.documents()), wanted)


if __name__ == "__main__":
    unittest.main()
