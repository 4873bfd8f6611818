"""Short texts beside each other, in as many lines as they need; none is ever broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text


class Flow:
    """Lays out texts; with ``most_lines`` the rest is only counted, as ``more`` says it."""

    def __init__(
        self,
        texts: Sequence[Text],
        gap: int = 3,
        most_lines: int | None = None,
        more: Callable[[int], str] = str,
    ) -> None:
        self._texts = texts
        self._gap = gap
        self._most_lines = most_lines
        self._more = more

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Draw the lines for a width."""
        lines = self._lines(options.max_width)
        if self._most_lines is not None and len(lines) > self._most_lines:
            lines = self._shortened(lines[: self._most_lines], options.max_width)
        for line in lines:
            yield Text(" " * self._gap).join(line)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Tell the narrowest and the widest form."""
        widths = [text.cell_len for text in self._texts] or [0]
        whole = sum(widths) + self._gap * (len(widths) - 1)
        return Measurement(max(widths), whole).clamp(max_width=options.max_width)

    def _lines(self, width: int) -> list[list[Text]]:
        lines: list[list[Text]] = [[]]
        used = 0
        for text in self._texts:
            needed = text.cell_len + (self._gap if lines[-1] else 0)
            if lines[-1] and used + needed > width:
                lines.append([])
                used, needed = 0, text.cell_len
            lines[-1].append(text)
            used += needed
        return lines

    def _shortened(self, lines: list[list[Text]], width: int) -> list[list[Text]]:
        """Make room in the last line for the number of texts left out."""
        last = lines[-1]
        while True:
            shown = sum(len(line) for line in lines)
            more = Text(self._more(len(self._texts) - shown), style="dim")
            used = sum(text.cell_len + self._gap for text in last) + more.cell_len
            if used <= width or not last:
                return [*lines[:-1], [*last, more]]
            last.pop()
