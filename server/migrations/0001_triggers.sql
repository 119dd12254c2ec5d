-- Rate counts need no write-ahead log after a crash, and space in their pages to be updated in place.
ALTER TABLE rate_buckets SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE rate_buckets SET (fillfactor = 50);
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION ledger_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  total bigint;
  lines int;
BEGIN
  SELECT coalesce(sum(amount), 0), count(*) INTO total, lines FROM ledger_postings WHERE entry_id = entry;
  IF lines < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'the ledger entry % does not balance: % lines, off by %', entry, lines, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances('id');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances('entry_id');
--> statement-breakpoint
CREATE FUNCTION ledger_entry_is_mine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ledger_entries WHERE id = NEW.entry_id AND made_in = pg_current_xact_id()::text;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the ledger entry % is closed: a later transaction may not add lines', NEW.entry_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_with_entry BEFORE INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_mine();
--> statement-breakpoint
CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER workflow_versions_immutable BEFORE UPDATE OR DELETE ON workflow_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_version_change();
--> statement-breakpoint
CREATE FUNCTION payment_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'created' THEN
      RAISE EXCEPTION 'a payment begins as created, not as %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
    ('created', 'authorized'), ('created', 'expired'),
    ('authorized', 'capture_requested'), ('authorized', 'release_requested'),
    ('capture_requested', 'captured'), ('capture_requested', 'capture_failed'),
    ('release_requested', 'released'),
    ('authorized', 'captured_undelivered'), ('release_requested', 'captured_undelivered')
  ) THEN
    RAISE EXCEPTION 'a payment that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.amount, OLD.currency, OLD.share_percent, OLD.creator_id, OLD.workflow_id, OLD.workflow_version)
     IS DISTINCT FROM (NEW.amount, NEW.currency, NEW.share_percent, NEW.creator_id, NEW.workflow_id, NEW.workflow_version) THEN
    RAISE EXCEPTION 'what was agreed at checkout cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.creation_id IS NOT NULL AND NEW.creation_id IS DISTINCT FROM OLD.creation_id THEN
    RAISE EXCEPTION 'one payment pays for one creation' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_moves BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payment_moves();
--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION payment_keeps_its_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the book of a payment cannot change' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_book BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.gateway IS DISTINCT FROM NEW.gateway OR OLD.test_mode IS DISTINCT FROM NEW.test_mode)
  EXECUTE FUNCTION payment_keeps_its_book();
--> statement-breakpoint
CREATE FUNCTION is_listed(recipe workflows) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT recipe.hidden_at IS NULL AND recipe.deleted_at IS NULL AND NOT recipe.waiting
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
CREATE TRIGGER workflows_tally AFTER INSERT OR DELETE OR UPDATE OF hidden_at, deleted_at, waiting, output_kind, price, created_at
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
CREATE TRIGGER creations_tally_added AFTER INSERT ON creations FOR EACH ROW
  WHEN (NEW.delivered_at IS NOT NULL) EXECUTE FUNCTION tally_creation();
--> statement-breakpoint
CREATE TRIGGER creations_tally_changed AFTER DELETE OR UPDATE OF public, delivered_at, hidden_at, deleted_at, owner_id, workflow_id
  ON creations FOR EACH ROW EXECUTE FUNCTION tally_creation();
