"""The sections of reports: each pairs statistics with their figures, tables and sentences.

A section of your own is a `Section`; a report is a list of them (reports/first_look.py).
"""

from azul_analytics.reporting.sections.balance import DECISION, DESIGN
from azul_analytics.reporting.sections.course import COURSE
from azul_analytics.reporting.sections.drafting import DRAFTING
from azul_analytics.reporting.sections.first_player import FIRST_PLAYER
from azul_analytics.reporting.sections.floor import FLOOR
from azul_analytics.reporting.sections.floor_causes import CAUSES
from azul_analytics.reporting.sections.order import GOING_FIRST
from azul_analytics.reporting.sections.scores import SCORES
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.sections.walls import WALLS

__all__ = [
    "CAUSES",
    "COURSE",
    "DECISION",
    "DESIGN",
    "DRAFTING",
    "FIRST_PLAYER",
    "FLOOR",
    "GOING_FIRST",
    "SCORES",
    "WALLS",
    "Section",
]
