-- The lines of the output are those of the batch without the bad ones, in the same order.
WITH good AS (
    SELECT line, id, body, row_number() OVER (ORDER BY line) AS place FROM song_batch
    WHERE line NOT IN (SELECT (entry ->> 'line')::bigint FROM failure)
), stored AS (
    -- A row that changed in between keeps what it has now. A later pass migrates it.
    UPDATE song SET body = new.body FROM good JOIN new USING (place)
    WHERE song.id = good.id AND song.body = good.body
    RETURNING good.line, song.id
)
INSERT INTO song_loss
SELECT stored.id, entry ->> 'path', entry -> 'value', entry ->> 'reason'
FROM loss JOIN stored ON stored.line = (entry ->> 'line')::bigint;

INSERT INTO song_failure
SELECT id, entry ->> 'reason' FROM failure JOIN song_batch ON line = (entry ->> 'line')::bigint
ON CONFLICT (song) DO UPDATE SET reason = excluded.reason;

UPDATE song_migration SET last = (SELECT max(id) FROM song_batch);
