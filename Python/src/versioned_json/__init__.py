"""Migrates JSON documents from version to version by a plan file, and reports every value that is lost.

    >>> from versioned_json import Plan
    >>> plan = Plan.open("plan.json")                                   # doctest: +SKIP
    >>> plan.migrate('{"version": 1, "total": 5}', to="2").text         # doctest: +SKIP
    '{"version": 2, "price": 5}'

The work is done by libversionedjson; calls let other threads of Python run. Plans may be shared by threads, and pickled.
Columns of Apache Arrow are in `versioned_json.arrow`.
"""

from ._plan import Plan
from ._results import DocumentError, Loss, PlanError, Result, Results

__all__ = ["DocumentError", "Loss", "Plan", "PlanError", "Result", "Results"]
