-- The next rows behind the cursor that are not of version 3 yet.
TRUNCATE song_batch;
INSERT INTO song_batch
SELECT row_number() OVER (ORDER BY id), id, body
FROM (
    SELECT id, body FROM song
    WHERE id > (SELECT last FROM song_migration) AND body -> 'version' IS DISTINCT FROM '3'
        AND NOT EXISTS (SELECT FROM song_failure WHERE song = id)
    ORDER BY id LIMIT :size
) AS next;
SELECT count(*) FROM song_batch;
