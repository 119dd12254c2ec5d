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
    ('authorized', 'captured_undelivered'), ('release_requested', 'captured_undelivered'),
    ('authorized', 'delivered'), ('delivered', 'authorized'), ('delivered', 'capture_requested'),
    ('delivered', 'release_requested'), ('delivered', 'captured_undelivered')
  ) THEN
    RAISE EXCEPTION 'a payment that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.amount, OLD.currency, OLD.share_percent, OLD.creator_id, OLD.workflow_id, OLD.workflow_version, OLD.draws, OLD.full_price, OLD.code_id)
     IS DISTINCT FROM (NEW.amount, NEW.currency, NEW.share_percent, NEW.creator_id, NEW.workflow_id, NEW.workflow_version, NEW.draws, NEW.full_price, NEW.code_id) THEN
    RAISE EXCEPTION 'what was agreed at checkout cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.creation_id IS NOT NULL AND NEW.creation_id IS DISTINCT FROM OLD.creation_id
     AND NOT (OLD.state = 'delivered' AND NEW.creation_id IS NULL) THEN
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
CREATE FUNCTION payment_keeps_its_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the tax of a payment cannot change once the payment is authorised' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_tax BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.state <> 'created' AND (OLD.tax, OLD.taxes) IS DISTINCT FROM (NEW.tax, NEW.taxes))
  EXECUTE FUNCTION payment_keeps_its_tax();
--> statement-breakpoint
CREATE FUNCTION payment_keeps_its_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who led the buyer to a payment is decided at checkout' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_referrer BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.referrer_id IS DISTINCT FROM NEW.referrer_id
    OR (OLD.referral_percent IS DISTINCT FROM NEW.referral_percent
      AND (NEW.referral_percent IS DISTINCT FROM 0 OR OLD.captured > 0)))
  EXECUTE FUNCTION payment_keeps_its_referrer();
--> statement-breakpoint
CREATE FUNCTION is_listed(recipe workflows) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT recipe.hidden_at IS NULL AND recipe.deleted_at IS NULL AND NOT recipe.waiting AND recipe.failing_at IS NULL AND recipe.state = 'listed'
$$;
--> statement-breakpoint
CREATE FUNCTION tally_workflow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workflow_tallies (output_kind, free, category, listed)
    SELECT output_kind, free, category, sum(listed) FROM (
      SELECT OLD.output_kind, OLD.price = 0, OLD.category, -1 WHERE TG_OP <> 'INSERT' AND is_listed(OLD)
      UNION ALL SELECT NEW.output_kind, NEW.price = 0, NEW.category, 1 WHERE TG_OP <> 'DELETE' AND is_listed(NEW)
    ) AS changes (output_kind, free, category, listed) GROUP BY output_kind, free, category HAVING sum(listed) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflows_tally AFTER INSERT OR DELETE OR UPDATE OF hidden_at, deleted_at, waiting, failing_at, state, output_kind, price, category
  ON workflows FOR EACH ROW EXECUTE FUNCTION tally_workflow();
--> statement-breakpoint
CREATE FUNCTION note_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two publications with the same new words wait for each other in one order too.
  INSERT INTO search_words (word)
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('simple', translate(regexp_replace(normalize(NEW.name || ' ' || NEW.description || ' ' || array_to_string(NEW.tags, ' '), NFKD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oOlLdDhHitT')))) word
    WHERE word !~ '[0-9]' AND length(word) BETWEEN 3 AND 40
    ORDER BY word
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflows_words AFTER INSERT OR UPDATE OF name, description, tags ON workflows
  FOR EACH ROW EXECUTE FUNCTION note_search_words();
--> statement-breakpoint
CREATE FUNCTION is_shown(creation creations) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT creation.delivered_at IS NOT NULL AND creation.deleted_at IS NULL AND creation.public AND creation.hidden_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION tally_creation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creation_tallies (workflow_id, shown)
    SELECT workflow_id, sum(shown) FROM (
      SELECT OLD.workflow_id, -1 WHERE TG_OP <> 'INSERT' AND is_shown(OLD)
      UNION ALL SELECT NEW.workflow_id, 1 WHERE TG_OP <> 'DELETE' AND is_shown(NEW)
    ) AS changes (workflow_id, shown) GROUP BY workflow_id HAVING sum(shown) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creations_tally_added AFTER INSERT ON creations FOR EACH ROW
  WHEN (NEW.delivered_at IS NOT NULL) EXECUTE FUNCTION tally_creation();
--> statement-breakpoint
CREATE TRIGGER creations_tally_changed AFTER DELETE OR UPDATE OF public, delivered_at, hidden_at, deleted_at, workflow_id
  ON creations FOR EACH ROW EXECUTE FUNCTION tally_creation();
--> statement-breakpoint
CREATE FUNCTION payout_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'scheduled' THEN
      RAISE EXCEPTION 'a payout begins as scheduled, not as %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
    ('scheduled', 'sending'), ('scheduled', 'in_transit'), ('scheduled', 'cancelled'),
    ('sending', 'in_transit'), ('sending', 'failed'),
    ('in_transit', 'paid'), ('in_transit', 'returned'),
    ('paid', 'in_transit'), ('paid', 'returned'), ('failed', 'in_transit')
  ) THEN
    RAISE EXCEPTION 'a payout that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.principal_id, OLD.book, OLD.currency, OLD.amount, OLD.gateway, OLD.account_id, OLD.run_id)
     IS DISTINCT FROM (NEW.principal_id, NEW.book, NEW.currency, NEW.amount, NEW.gateway, NEW.account_id, NEW.run_id) THEN
    RAISE EXCEPTION 'what is paid to whom cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_moves BEFORE INSERT OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payout_moves();
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER paper_numbers_kept BEFORE DELETE OR TRUNCATE ON paper_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION invoice_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL OR to_jsonb(OLD) - 'buyer' - 'sealed_at' IS DISTINCT FROM to_jsonb(NEW) - 'buyer' - 'sealed_at' THEN
    RAISE EXCEPTION 'the invoice % is sealed', OLD.number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_sealed BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION invoice_changes();
--> statement-breakpoint
CREATE FUNCTION number_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.book, NEW.series, NEW.last) IS DISTINCT FROM (OLD.book, OLD.series, OLD.last + 1) THEN
    RAISE EXCEPTION 'the number after % of % is %', OLD.last, OLD.series, OLD.last + 1 USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER paper_numbers_follow BEFORE UPDATE ON paper_numbers FOR EACH ROW EXECUTE FUNCTION number_follows();
