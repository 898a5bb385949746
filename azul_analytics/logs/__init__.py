"""Log files of any known format as records, and records as log files."""
