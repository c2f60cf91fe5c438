"""Plans and results that are used while the interpreter ends, or while the garbage collector runs."""

import copy
import pickle
import subprocess
import sys
import textwrap
import unittest

sys.path.insert(0, __file__.rpartition("/")[0])

from common import plan
from versioned_json._library import library

OLD = '{"version": 1, "total": 5}'
NEW = '{"version": 2, "price": 5}'
TESTS = __file__.rpartition("/")[0] or "."
BEGIN = f"""
import sys
sys.path.insert(0, {TESTS!r})
from common import plan
OLD = '{OLD}'
"""


def printed(program: str) -> "tuple[int, list[str]]":
    """The exit status of a program of its own, and what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + textwrap.dedent(program)], stdout=subprocess.PIPE, text=True, timeout=120)
    return done.returncode, done.stdout.splitlines()


class LifetimeTests(unittest.TestCase):
    def test_functions_at_exit_use_plans_and_results(self):
        program = """
            import atexit

            @atexit.register
            def last():
                print(results[0].text)
                print(made.migrate(OLD, to="2").text)

            made = plan()
            results = made.migrate_many([OLD], to="2")
            """
        self.assertEqual(printed(program), (0, [NEW, NEW]))

    def test_globals_use_their_plan_when_they_go(self):
        program = """
            class Job:
                def __init__(self):
                    self.plan = plan()
                    self.results = self.plan.migrate_many([OLD], to="2")

                def __del__(self):
                    print(self.results[0].text)
                    print(self.plan.migrate(OLD, to="2").text)

            job = Job()
            """
        self.assertEqual(printed(program), (0, [NEW, NEW]))

    def test_objects_of_a_cycle_use_their_plan_when_they_go(self):
        program = """
            import gc

            class Job:
                def __init__(self):
                    self.itself = self
                    self.plan = plan()
                    self.results = self.plan.migrate_many([OLD], to="2")

                def __del__(self):
                    print(self.results[0].text)
                    print(self.plan.migrate(OLD, to="2").text)

            Job()
            gc.collect()
            print("done")
            """
        self.assertEqual(printed(program), (0, [NEW, NEW, "done"]))

    def test_threads_may_run_when_the_interpreter_ends(self):
        program = """
            import threading, time
            made = plan()

            def work():
                while True:
                    results = made.migrate_many([OLD] * 500, to="2")
                    [result.document for result in results]

            for _ in range(3):
                threading.Thread(target=work, daemon=True).start()
            time.sleep(0.1)
            """
        for _ in range(5):
            self.assertEqual(printed(program), (0, []))

    def test_memory_is_freed_once_and_when_nothing_needs_it(self):
        loaded, freed = library(), []
        calls = {name: getattr(loaded, name) for name in ("versionedjson_plan_free", "versionedjson_results_free")}
        for name, call in calls.items():
            setattr(loaded, name, lambda handle, name=name, call=call: (freed.append(name), call(handle)))
        try:
            made = plan()
            results = made.migrate_many([OLD], to="2")
            one = results[0]
            del made
            self.assertEqual(freed, ["versionedjson_plan_free"])
            del results
            self.assertEqual((len(freed), one.text), (1, NEW))
            del one
            self.assertEqual(freed, ["versionedjson_plan_free", "versionedjson_results_free"])
        finally:
            for name, call in calls.items():
                setattr(loaded, name, call)

    def test_results_are_copied_with_their_memory_or_not_at_all(self):
        results = plan().migrate_many([OLD], to="2")
        copied = copy.copy(results)
        del results
        self.assertEqual(copied[0].text, NEW)
        for call in (copy.deepcopy, pickle.dumps):
            with self.assertRaises((TypeError, ValueError)):
                call(copied)


if __name__ == "__main__":
    unittest.main()
