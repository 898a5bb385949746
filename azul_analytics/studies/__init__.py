"""Experiments: what is simulated on purpose, stored and asked.

series.py plays a series of games into a database or a log and takes it up where it was stopped.
"""
