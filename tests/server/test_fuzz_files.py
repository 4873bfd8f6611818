"""Board files and records changed at random: none crashes, none hangs."""

from __future__ import annotations

import pytest

from bench.fuzz import Report, board_job, fuzz_boards, fuzz_records, record_job


@pytest.mark.parametrize("fuzz", [fuzz_boards, fuzz_records])
def test_no_file_of_a_stranger_crashes_or_hangs(fuzz: object) -> None:
    assert callable(fuzz)
    report: Report = fuzz(120, 1_000_000)
    assert report.problems == []
    assert report.tried == 120
    assert report.accepted + sum(report.refused.values()) == 120
    assert 0 < report.peak_megabytes < 700 or not report.peak_megabytes


def test_a_case_is_always_the_same() -> None:
    for job in (board_job, record_job):
        assert job(7) == job(7)
        assert job(7) != job(8)
