"""What can go wrong around a match: its results file, and the cluster it is played on."""

from __future__ import annotations

from pathlib import Path

from stellwerk.board.errors import KeyedError


class ResultsError(KeyedError):
    """A file that is not a results file, is damaged, or belongs to another match.

    ``reason`` is ``unreadable``, ``damaged``, ``other`` or ``unwritable``.
    """

    code = "results_error"

    def __init__(self, reason: str, file: Path, **parameters: object) -> None:
        """Take the reason, the file, and the parameters of the sentence."""
        super().__init__(f"cli.results.{reason}", file=file, **parameters)


class ClusterError(KeyedError):
    """A cluster that cannot be used: ``reason`` is ``extra``, ``unreachable`` or ``differs``."""

    code = "cluster_error"

    def __init__(self, reason: str, address: str, detail: str = "") -> None:
        """Take the reason, the address, and what the other side said."""
        super().__init__(f"cli.cluster.{reason}", address=address, detail=detail)


class CrewError(KeyedError):
    """A process that ended in the middle of a match."""

    code = "crew_error"
