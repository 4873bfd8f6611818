"""What holds for every test: patience with the first compilation, and no skips in CI."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

# The first call of a kernel compiles it, so one example may take seconds. Built on the profile that
# is active: under CI that is Hypothesis' own, which always tries the same examples.
settings.register_profile("stellwerk", deadline=None)
settings.load_profile("stellwerk")

NO_SKIPS_IN_CI = "skipped, which counts as a failure in CI (only tests marked gpu may be): {}"


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure when CI runs the tests: what CI skips, nobody runs."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.longrepr = NO_SKIPS_IN_CI.format(report.longreprtext)
        report.outcome = "failed"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let no test be skipped in CI, except on a graphics card that is not there."""
    report = yield
    if item.get_closest_marker("gpu") is None:
        _fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let no whole file be skipped in CI either."""
    report = yield
    _fail_if_skipped(report)
    return report
