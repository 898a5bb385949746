"""How figures look: font, sizes in points, colors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Style:
    """What figures take from a brand. Colors are #rrggbb; `sequence` goes from little to much, light to dark,
    so that it also reads in grey. The markers tell series apart where colors do not.
    """

    font: str = "DejaVu Sans"
    size: float = 8.0
    ink: str = "#1E1E21"
    muted: str = "#5B626B"
    grid: str = "#D5DADF"
    accent: str = "#2A609E"
    sequence: tuple[str, ...] = ("#E4EDF6", "#B3CCE5", "#7AA5D0", "#3B73B0", "#143A66")
    series: tuple[str, ...] = ("#2A609E", "#C64034", "#1E1E21", "#3C9C92", "#8A6A00")
    markers: tuple[str, ...] = ("o", "s", "^", "D", "v")

    def settings(self) -> dict[Any, Any]:
        """The same as settings for `matplotlib.rc_context`; text stays text, and names are no formulas."""
        return {
            "font.family": [self.font],
            "font.size": self.size,
            "text.color": self.ink,
            "text.parse_math": False,
            "axes.unicode_minus": True,
            "axes.formatter.useoffset": False,
            "axes.edgecolor": self.muted,
            "axes.labelcolor": self.ink,
            "axes.titlesize": self.size,
            "axes.titleweight": "bold",
            "axes.titley": 1.0,  # where it is in any case: not looking for what it might run into saves a fifth
            "axes.labelsize": self.size,
            "axes.linewidth": 0.6,
            "xtick.color": self.muted,
            "xtick.labelcolor": self.ink,
            "xtick.labelsize": self.size,
            "ytick.color": self.muted,
            "ytick.labelcolor": self.ink,
            "ytick.labelsize": self.size,
            "svg.fonttype": "none",
            "svg.hashsalt": "azul",
        }
