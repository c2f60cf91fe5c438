"""Migrates JSON documents from version to version with a plan file, and reports every lost value.

    >>> from versioned_json import Plan
    >>> plan = Plan.open("plan.json")                                   # doctest: +SKIP
    >>> plan.migrate('{"version": 1, "total": 5}', to="2").text         # doctest: +SKIP
    '{"version": 2, "price": 5}'

The package uses libversionedjson. Calls let other Python threads run. Threads can share plans, and plans can be pickled.
Columns of Apache Arrow are in `versioned_json.arrow`.
"""

from ._json import NumberText
from ._plan import Plan
from ._results import DocumentError, Loss, PlanError, Result, Results

__all__ = ["DocumentError", "Loss", "NumberText", "Plan", "PlanError", "Result", "Results"]
