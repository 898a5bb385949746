"""Reports as PDF: statistics with their figures, sentences computed from the data, and their provenance.

`write_report("first-look", "games.duckdb", "first-look.pdf")` writes one; `REPORTS` are all that there are.
"""

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Column, Facts, Figure, Finding, Heading, Picture, Table, Text
from azul_analytics.reporting.pictures import Shown, show
from azul_analytics.reporting.report import REPORTS, Report, write_report
from azul_analytics.reporting.sections import FIRST_PLAYER, FLOOR, Section

__all__ = [
    "FIRST_PLAYER",
    "FLOOR",
    "REPORTS",
    "Answers",
    "Column",
    "Facts",
    "Figure",
    "Finding",
    "Heading",
    "Picture",
    "Report",
    "Section",
    "Shown",
    "Table",
    "Text",
    "show",
    "write_report",
]
