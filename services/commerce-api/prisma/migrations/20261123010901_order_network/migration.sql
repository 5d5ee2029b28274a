ALTER TABLE "order" ADD COLUMN "network" TEXT;

-- Only what is not paid has one.
CREATE INDEX "order_network" ON "order" ("network") WHERE "network" IS NOT NULL;

-- What of `lines` one network would hold too much of, unpaid, with these: more than ten of a good, or than half of what there is where that is more (decision
-- 003). Whose account has proved its mailbox is not counted against it. A statement does not see what another one commits while it waits; each statement of a
-- function does, so that of two orders of one network at one moment the second counts the first: the lock is held until what called it is committed.
CREATE FUNCTION hoarded(of_publication text, of_network text, of_owner uuid, lines jsonb)
RETURNS TABLE (line text, good_name text, good_detail text) LANGUAGE plpgsql AS $$
BEGIN
  IF of_network IS NULL OR NOT EXISTS (
    SELECT FROM jsonb_to_recordset(lines) AS w (type text, ref text)
      JOIN good g ON g.publication_id = of_publication AND g.type = w.type AND g.ref = w.ref AND g.stock IS NOT NULL
  ) OR EXISTS (SELECT FROM account a WHERE a.id = of_owner AND a.verified IS NOT NULL) THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('hoarded:' || of_network, 0));
  RETURN QUERY
    WITH held AS (
      SELECT l.type, l.ref, sum(l.quantity) AS units
      FROM "order" o JOIN order_line l ON l.order_id = o.id AND l.held
      WHERE o.network = of_network AND o.publication_id = of_publication AND o.state = 'started' AND o.owner_id <> of_owner
      GROUP BY l.type, l.ref
    )
    SELECT g.type || '/' || g.ref, g.name, g.detail
    FROM jsonb_to_recordset(lines) AS w (type text, ref text, quantity int)
      JOIN good g ON g.publication_id = of_publication AND g.type = w.type AND g.ref = w.ref
      LEFT JOIN held ON held.type = g.type AND held.ref = g.ref
    WHERE g.stock >= w.quantity AND CASE
      WHEN coalesce(held.units, 0) + w.quantity <= 10 THEN false
      ELSE coalesce(held.units, 0) + w.quantity > (
        SELECT (g.stock + coalesce(sum(l.quantity), 0) + 1) / 2
        FROM "order" o JOIN order_line l ON l.order_id = o.id AND l.held AND l.type = g.type AND l.ref = g.ref
        WHERE o.publication_id = of_publication AND o.state = 'started'
      )
    END
    ORDER BY 1;
END $$;
