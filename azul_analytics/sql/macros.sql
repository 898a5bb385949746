-- Functions for what the tables pack: walls, a bit a space, and lines, a letter or a digit each.
--
-- A new database stores them, so that any DuckDB client has them, with the comment before each as its comment;
-- `connect` makes them for the time of the connection where a file that is opened for reading lacks them.
-- `size` is the number of lines and of columns of the wall: where rulesets are mixed, `length(line_counts_before)`.

-- wall_at: Whether a tile lies on a space of a wall; null: there is no such space.
create macro wall_at(wall, line, "column", size := 5) as
    case when line between 1 and size and "column" between 1 and size
         then (wall::bigint >> ((line::int - 1) * size::int + "column"::int - 1)) & 1 = 1 end;

-- wall_spaces: The spaces of a wall as text, line after line from the top: # a tile, . a free space.
create macro wall_spaces(wall, size := 5) as
    translate(reverse(lpad(bin(wall::bigint), (size * size)::int, '0')), '01', '.#');

-- wall_text: A wall as wall_spaces, with a blank between its lines.
create macro wall_text(wall, size := 5) as
    rtrim(
        substr(wall_spaces(wall, size), 1, size)
        || ' ' || substr(wall_spaces(wall, size), 1 * size + 1, size)
        || ' ' || substr(wall_spaces(wall, size), 2 * size + 1, size)
        || ' ' || substr(wall_spaces(wall, size), 3 * size + 1, size)
        || ' ' || substr(wall_spaces(wall, size), 4 * size + 1, size)
        || ' ' || substr(wall_spaces(wall, size), 5 * size + 1, size)
        || ' ' || substr(wall_spaces(wall, size), 6 * size + 1, size)
    );

-- wall_line_tiles: Tiles on a line of a wall; null: there is no such line.
create macro wall_line_tiles(wall, line, size := 5) as
    case when line between 1 and size
         then bit_count((wall::bigint >> ((line::int - 1) * size::int)) & ((1::bigint << size::int) - 1)) end;

-- wall_column_tiles: Tiles in a column of a wall; null: there is no such column.
create macro wall_column_tiles(wall, "column", size := 5) as
    case when "column" between 1 and size
         then bit_count(
             (wall::bigint >> ("column"::int - 1))
             & (((1::bigint << (size::int * size::int)) - 1) // ((1::bigint << size::int) - 1))
         ) end;

-- line_color: Color of the tiles on a line, by line_colors_before; null: the line is empty, or there is none.
create macro line_color(line_colors, line) as
    case substr(line_colors, line::int, 1)
        when 'B' then 'blue' when 'Y' then 'yellow' when 'R' then 'red' when 'K' then 'black'
        when 'T' then 'turquoise' when 'G' then 'green' when 'P' then 'purple' end;

-- line_count: Tiles on a line, by line_counts_before; null: there is no such line.
create macro line_count(line_counts, line) as try_cast(substr(line_counts, line::int, 1) as int);

-- color_letter: Letter of a color, as logs and line_colors_before write it.
create macro color_letter(color) as
    case color::varchar
        when 'blue' then 'B' when 'yellow' then 'Y' when 'red' then 'R' when 'black' then 'K'
        when 'turquoise' then 'T' when 'green' then 'G' when 'purple' then 'P' end;
