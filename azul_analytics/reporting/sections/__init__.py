"""The sections of reports: each pairs statistics with their figures, tables and sentences.

A section of your own is a `Section`; a report is a list of them (reports/first_look.py).
"""

from azul_analytics.reporting.sections.first_player import FIRST_PLAYER
from azul_analytics.reporting.sections.floor import FLOOR
from azul_analytics.reporting.sections.section import Section

__all__ = ["FIRST_PLAYER", "FLOOR", "Section"]
