"""A policy of one's own, the example of policies-of-your-own.md: it saves its floor and likes full lines."""


def choose(position, drafts, random):
    """A draft that costs least on the floor, and of these one that completes a line or puts most tiles on it."""

    def worth(draft):
        return draft.floor_points, draft.completed_line, draft.tiles_on_line

    most = max(map(worth, drafts))
    return random.choice([draft for draft in drafts if worth(draft) == most])


def choose_column(position, line, columns, random):
    """Free walls: the column nearest to the middle."""
    size = len(position.boards[0].wall_lines)
    return min(columns, key=lambda column: abs(2 * column - size - 1))
