-- Deletes the rejects of lines that were judged just now with another outcome: a reject that differs, or a good game.
delete from rejects
where exists (
        from judged_lines
        where judged_lines.file = rejects.file and judged_lines.line is not distinct from rejects.line
    )
    and not exists (
        from batch_rejects
        where batch_rejects.file = rejects.file
            and batch_rejects.line is not distinct from rejects.line
            and batch_rejects.log_hash = rejects.log_hash
            and batch_rejects.code = rejects.code
            and batch_rejects.message = rejects.message
    );
