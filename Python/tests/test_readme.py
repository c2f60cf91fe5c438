import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, __file__.rpartition("/")[0])

from common import PLAN

README = (pathlib.Path(__file__).resolve().parent.parent / "README.md").read_text()
LINES = b'{"version": 1, "total": 5}\n{"version": 9}\n{"version": 2, "price": 1.50}\n'


class ReadmeTests(unittest.TestCase):
    def test_the_example_prints_what_it_says(self):
        (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
        printed, before = io.StringIO(), os.getcwd()
        with tempfile.TemporaryDirectory() as name:
            (pathlib.Path(name) / "plan.json").write_text(PLAN)
            (pathlib.Path(name) / "orders.ndjson").write_bytes(LINES)
            os.chdir(name)
            try:
                with contextlib.redirect_stdout(printed):
                    exec(example, {})
            finally:
                os.chdir(before)
        self.assertEqual(printed.getvalue().splitlines(), re.findall(r"^# (.*)$", example, re.MULTILINE))


if __name__ == "__main__":
    unittest.main()
