"""Designed experiments: games simulated on purpose, stored and asked.

series.py plays a series of games into a database or a log and takes it up where it was stopped. compare.py plays
two rulesets block by block until their differences are decided, power.py says beforehand what that takes; metrics.py
is what can be compared. study.py compares a variant with its base for several numbers of players and strengths of
bots. tournament.py plays policies against each other. docs/experiments.md describes them.
"""
