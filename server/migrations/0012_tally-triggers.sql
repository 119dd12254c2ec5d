CREATE FUNCTION is_listed(recipe workflows) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT recipe.hidden_at IS NULL AND recipe.deleted_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION tally_workflow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND is_listed(OLD);
  stands boolean := TG_OP <> 'DELETE' AND is_listed(NEW);
BEGIN
  IF NOT was AND NOT stands THEN
    RETURN NULL;
  END IF;
  IF was AND stands AND (OLD.output_kind, OLD.price, OLD.created_at) = (NEW.output_kind, NEW.price, NEW.created_at) THEN
    RETURN NULL;
  END IF;
  IF was THEN
    -- In one order, so that two transactions that take several never wait for each other.
    PERFORM 1 FROM workflow_tallies ORDER BY output_kind, free FOR UPDATE;
    UPDATE workflow_tallies SET listed = listed - 1, moved = moved + 1
      WHERE output_kind = OLD.output_kind AND free = (OLD.price = 0);
  END IF;
  IF stands THEN
    INSERT INTO workflow_tallies AS tally (output_kind, free, listed, moved)
      -- A minute for transactions that end in another order than they began.
      VALUES (NEW.output_kind, NEW.price = 0, 1, (was OR NEW.created_at < clock_timestamp() - interval '1 minute')::int)
      ON CONFLICT (output_kind, free) DO UPDATE
      SET listed = tally.listed + 1, moved = tally.moved + excluded.moved;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO workflow_tallies (output_kind, free, listed, moved)
  SELECT output_kind, price = 0, count(*), 0 FROM workflows AS recipe WHERE is_listed(recipe) GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER workflows_tally AFTER INSERT OR DELETE OR UPDATE OF hidden_at, deleted_at, output_kind, price, created_at
  ON workflows FOR EACH ROW EXECUTE FUNCTION tally_workflow();
--> statement-breakpoint
CREATE FUNCTION is_kept(creation creations) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT creation.delivered_at IS NOT NULL AND creation.deleted_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION is_shown(creation creations) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT is_kept(creation) AND creation.public AND creation.hidden_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION tally_creation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND is_kept(OLD);
  stands boolean := TG_OP <> 'DELETE' AND is_kept(NEW);
BEGIN
  IF NOT was AND NOT stands THEN
    RETURN NULL;
  END IF;
  IF was AND stands AND is_shown(OLD) = is_shown(NEW)
    AND (OLD.owner_id, OLD.workflow_id, OLD.delivered_at) = (NEW.owner_id, NEW.workflow_id, NEW.delivered_at) THEN
    RETURN NULL;
  END IF;
  INSERT INTO creation_tallies AS tally (scope, kept, shown, moved)
    SELECT scope, sum(kept), sum(shown), sum(moved) FROM (
      SELECT OLD.owner_id AS scope, -1 AS kept, -is_shown(OLD)::int AS shown, 1 AS moved WHERE was
      UNION ALL SELECT OLD.workflow_id, 0, -1, 1 WHERE was AND is_shown(OLD)
      UNION ALL SELECT NEW.owner_id, 1, is_shown(NEW)::int, (was OR NEW.delivered_at < clock_timestamp() - interval '1 minute')::int WHERE stands
      UNION ALL SELECT NEW.workflow_id, 0, 1, (was OR NEW.delivered_at < clock_timestamp() - interval '1 minute')::int WHERE stands AND is_shown(NEW)
    ) AS changes GROUP BY scope ORDER BY scope
    ON CONFLICT (scope) DO UPDATE
    SET kept = tally.kept + excluded.kept, shown = tally.shown + excluded.shown, moved = tally.moved + excluded.moved;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO creation_tallies (scope, kept, shown, moved)
  SELECT owner_id, count(*), count(*) FILTER (WHERE is_shown(creation)), 0
  FROM creations AS creation WHERE is_kept(creation) GROUP BY 1
  UNION ALL SELECT workflow_id, 0, count(*), 0 FROM creations AS creation WHERE is_shown(creation) GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER creations_tally_added AFTER INSERT ON creations FOR EACH ROW
  WHEN (NEW.delivered_at IS NOT NULL) EXECUTE FUNCTION tally_creation();
--> statement-breakpoint
CREATE TRIGGER creations_tally_changed AFTER DELETE OR UPDATE OF public, delivered_at, hidden_at, deleted_at, owner_id, workflow_id
  ON creations FOR EACH ROW EXECUTE FUNCTION tally_creation();
