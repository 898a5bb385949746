"""The game, written once: replay, validation, simulation and scoring all use these rules."""
