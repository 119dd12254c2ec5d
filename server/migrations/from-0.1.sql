-- Counts of the last minutes, of no worth after a crash: they need no write-ahead log.
CREATE UNLOGGED TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
) WITH (fillfactor = 50);
ALTER TABLE "idempotency_keys" ADD COLUMN "joined" boolean DEFAULT false NOT NULL;
CREATE TABLE "analytics_days" (
	"day" date PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
ALTER TABLE "jobs" ADD COLUMN "free_seconds" integer DEFAULT 0 NOT NULL;
ALTER TABLE "jobs" ADD COLUMN "network" text;
ALTER TABLE "jobs" ADD COLUMN "in_line" boolean DEFAULT false NOT NULL;
ALTER TABLE "jobs" ADD COLUMN "early_media_id" uuid;
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_early_media_id_media_id_fk" FOREIGN KEY ("early_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX IF NOT EXISTS "jobs_network_unfinished" ON "jobs" USING btree ("network") WHERE network is not null and status in ('QUEUED', 'RUNNING');
CREATE INDEX IF NOT EXISTS "jobs_workflow" ON "jobs" USING btree ("workflow_id","created_at");
CREATE INDEX IF NOT EXISTS "jobs_in_line" ON "jobs" USING btree ("turn") WHERE in_line;
CREATE TABLE "free_compute" (
	"scope" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"seconds" integer NOT NULL
);
ALTER TABLE "workflows" ADD COLUMN "listed_at" timestamp with time zone;
ALTER TABLE "workflows" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;
ALTER TABLE "workflows" ADD COLUMN "state" text DEFAULT 'listed' NOT NULL;
ALTER TABLE "workflows" ADD COLUMN "trending" integer DEFAULT 0 NOT NULL, ADD COLUMN "category" text, ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL,
  ADD CONSTRAINT "workflows_category" CHECK ("workflows"."category" in ('gifts', 'photos', 'posters', 'cards', 'pets', 'places', 'films', 'business', 'art')),
  ADD CONSTRAINT "workflows_tags_most" CHECK (cardinality(tags) <= 5);
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_state" CHECK ("workflows"."state" in ('listed', 'unlisted', 'paused'));
ALTER TABLE "workflow_versions" ADD COLUMN "bytes" integer;
ALTER TABLE "workflow_versions" ADD COLUMN "note" text;
ALTER TABLE "workflow_versions" ADD COLUMN "creator_terms" text;
ALTER TABLE "principals" ADD COLUMN "creator_terms" text, ADD COLUMN "creator_terms_at" timestamp with time zone;
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;
CREATE OR REPLACE FUNCTION is_listed(recipe workflows) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT recipe.hidden_at IS NULL AND recipe.deleted_at IS NULL AND NOT recipe.waiting AND recipe.state = 'listed'
$$;
DROP TRIGGER workflows_tally ON workflows;
DROP TRIGGER creations_tally_changed ON creations;
-- Totals become appended rows: those of before are one sum each, and no account has one any more.
ALTER TABLE "workflow_tallies" DROP CONSTRAINT "workflow_tallies_output_kind_free_pk", DROP COLUMN "moved", ADD COLUMN "category" text, ADD COLUMN "summed" boolean DEFAULT false NOT NULL;
DELETE FROM "creation_tallies" WHERE "shown" = 0 OR "scope" NOT IN (SELECT "id" FROM "workflows");
ALTER TABLE "creation_tallies" DROP CONSTRAINT "creation_tallies_pkey", DROP COLUMN "kept", DROP COLUMN "moved", ADD COLUMN "summed" boolean DEFAULT false NOT NULL;
ALTER TABLE "creation_tallies" RENAME COLUMN "scope" TO "workflow_id";
CREATE INDEX "creation_tallies_workflow" ON "creation_tallies" USING btree ("workflow_id");
CREATE INDEX "creation_tallies_fresh" ON "creation_tallies" USING btree ("workflow_id") WHERE not summed;
CREATE OR REPLACE FUNCTION tally_workflow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workflow_tallies (output_kind, free, category, listed)
    SELECT output_kind, free, category, sum(listed) FROM (
      SELECT OLD.output_kind, OLD.price = 0, OLD.category, -1 WHERE TG_OP <> 'INSERT' AND is_listed(OLD)
      UNION ALL SELECT NEW.output_kind, NEW.price = 0, NEW.category, 1 WHERE TG_OP <> 'DELETE' AND is_listed(NEW)
    ) AS changes (output_kind, free, category, listed) GROUP BY output_kind, free, category HAVING sum(listed) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER workflows_tally AFTER INSERT OR DELETE OR UPDATE OF hidden_at, deleted_at, waiting, state, output_kind, price, category
  ON workflows FOR EACH ROW EXECUTE FUNCTION tally_workflow();
CREATE OR REPLACE FUNCTION is_shown(creation creations) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT creation.delivered_at IS NOT NULL AND creation.deleted_at IS NULL AND creation.public AND creation.hidden_at IS NULL
$$;
DROP FUNCTION is_kept(creations);
CREATE OR REPLACE FUNCTION tally_creation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creation_tallies (workflow_id, shown)
    SELECT workflow_id, sum(shown) FROM (
      SELECT OLD.workflow_id, -1 WHERE TG_OP <> 'INSERT' AND is_shown(OLD)
      UNION ALL SELECT NEW.workflow_id, 1 WHERE TG_OP <> 'DELETE' AND is_shown(NEW)
    ) AS changes (workflow_id, shown) GROUP BY workflow_id HAVING sum(shown) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER creations_tally_changed AFTER DELETE OR UPDATE OF public, delivered_at, hidden_at, deleted_at, workflow_id
  ON creations FOR EACH ROW EXECUTE FUNCTION tally_creation();
CREATE INDEX IF NOT EXISTS "workflows_listed_newest" ON "workflows" USING btree ("created_at","id","output_kind","price","category") WHERE hidden_at is null and deleted_at is null and not waiting and state = 'listed';
CREATE INDEX IF NOT EXISTS "workflows_listed_popular" ON "workflows" USING btree ("popularity","created_at","id","output_kind","price","category") WHERE hidden_at is null and deleted_at is null and not waiting and state = 'listed';
CREATE INDEX IF NOT EXISTS "workflows_listed_price" ON "workflows" USING btree ("price","created_at","id","output_kind","category") WHERE hidden_at is null and deleted_at is null and not waiting and state = 'listed';
CREATE INDEX "workflows_listed_category" ON "workflows" USING btree ("category","created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null and not waiting and state = 'listed';
CREATE INDEX "workflows_listed_trending" ON "workflows" USING btree ("trending","created_at","id","output_kind","price","category") WHERE hidden_at is null and deleted_at is null and not waiting and state = 'listed';
CREATE INDEX "workflows_tags" ON "workflows" USING gin ("tags") WITH (fastupdate=false);
CREATE INDEX IF NOT EXISTS "workflows_waiting" ON "workflows" USING btree ("listed_at") WHERE waiting;
DROP INDEX "workflows_newest";
DROP INDEX "workflows_popular";
DROP INDEX "workflows_price";
ALTER TABLE "media" ADD COLUMN "verdict" text;
ALTER TABLE "media" ADD COLUMN "verdict_by" text;
ALTER TABLE "media" ADD CONSTRAINT "media_verdict" CHECK ("media"."verdict" in ('allow', 'review', 'refuse'));
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture','refund','refund_failed','dispute_opened','dispute_won','dispute_lost','dispute_reopened','dispute_raised','dispute_lowered','processor_fee','dispute_fee','provider_cost','free_run','payout','transfer_made','transfer_refused','payout_returned','payout_cost','reversal','adjustment','bad_debt'));
ALTER TABLE "payments" ADD COLUMN "lost" integer DEFAULT 0 NOT NULL;
UPDATE "payments" SET "lost" = d."lost" FROM (
  SELECT "payment_id", sum("amount") AS "lost" FROM "payment_disputes" WHERE "state" = 'lost' GROUP BY "payment_id"
) d WHERE d."payment_id" = "payments"."id";
ALTER TABLE "payments" ADD CONSTRAINT "payments_lost" CHECK ("payments"."lost" between 0 and "payments"."disputed");
ALTER TABLE "payments" ADD COLUMN "retry_at" timestamp with time zone, ADD COLUMN "gateway_try" integer DEFAULT 1 NOT NULL;
ALTER TABLE "payment_refunds" ADD COLUMN "gateway_try" integer DEFAULT 1 NOT NULL;

ALTER TABLE "payments" ADD COLUMN "warned_at" timestamp with time zone;
UPDATE "payments" SET "warned_at" = w."at" FROM (
  SELECT "payment_id", max("at") AS "at" FROM "payment_events" WHERE "name" = 'gateway.warning' GROUP BY "payment_id"
) w WHERE w."payment_id" = "payments"."id";
CREATE INDEX "payments_warned" ON "payments" USING btree ("warned_at") WHERE warned_at is not null;
ALTER TABLE "creations" ADD COLUMN "opened_at" timestamp with time zone, ADD COLUMN "downloaded_at" timestamp with time zone;
-- Reconciliation learns an open dispute's reason and date from the gateway.
ALTER TABLE "payment_disputes" ADD COLUMN "phase" text, ADD COLUMN "reason" text, ADD COLUMN "due_by" timestamp with time zone;
UPDATE "payment_disputes" SET "reason" = 'general', "phase" = CASE WHEN "state" = 'opened' THEN 'needs_response' ELSE 'ended' END;
ALTER TABLE "payment_disputes" ALTER COLUMN "phase" SET NOT NULL, ALTER COLUMN "reason" SET NOT NULL,
  DROP CONSTRAINT "payment_disputes_state",
  ADD CONSTRAINT "payment_disputes_state" CHECK ("payment_disputes"."state" in ('inquiry','opened','won','lost')),
  ADD CONSTRAINT "payment_disputes_phase" CHECK ("payment_disputes"."phase" in ('needs_response','under_review','ended','appealed'));
CREATE INDEX "payment_disputes_created" ON "payment_disputes" USING btree ("created_at","id");
CREATE INDEX "payment_disputes_due" ON "payment_disputes" USING btree ("due_by") WHERE phase = 'needs_response';
ALTER TABLE "sandbox_disputes" ADD COLUMN "phase" text, ADD COLUMN "reason" text, ADD COLUMN "due_by" timestamp with time zone, ADD COLUMN "evidence" jsonb;
UPDATE "sandbox_disputes" SET "reason" = 'general', "phase" = CASE WHEN "state" = 'opened' THEN 'needs_response' ELSE 'ended' END,
  "due_by" = "created_at" + interval '14 days';
ALTER TABLE "sandbox_disputes" ALTER COLUMN "phase" SET NOT NULL, ALTER COLUMN "reason" SET NOT NULL, ALTER COLUMN "due_by" SET NOT NULL;
CREATE INDEX "sandbox_disputes_due" ON "sandbox_disputes" USING btree ("due_by") WHERE phase = 'needs_response';
CREATE TABLE "dispute_evidence" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"texts" jsonb,
	"failure" text,
	"gateway_try" integer DEFAULT 1 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "dispute_evidence_state" CHECK ("dispute_evidence"."state" in ('requested','sent','refused'))
);
CREATE TABLE "dispute_notes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"file" "bytea",
	"file_name" text,
	"file_type" text,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_notes_file" CHECK (("dispute_notes"."file" is null) = ("dispute_notes"."file_name" is null) and ("dispute_notes"."file" is null) = ("dispute_notes"."file_type" is null)),
	CONSTRAINT "dispute_notes_bytes" CHECK ("dispute_notes"."file" is null or length("dispute_notes"."file") between 1 and 2097152)
);
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_payment_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."payment_disputes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "dispute_notes" ADD CONSTRAINT "dispute_notes_dispute_id_payment_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."payment_disputes"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "dispute_evidence_requested" ON "dispute_evidence" USING btree ("requested_at") WHERE state = 'requested';
ALTER TABLE "payment_refunds" ADD COLUMN "by" text DEFAULT 'operator' NOT NULL, ADD COLUMN "code" text, ADD COLUMN "note" text, ADD COLUMN "request_key" text;
UPDATE "payment_refunds" SET "by" = 'gateway' WHERE "reason" = 'made at the gateway';
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_by" CHECK ("payment_refunds"."by" in ('creator','operator','case','gateway','rule')),
  ADD CONSTRAINT "payment_refunds_code" CHECK (("payment_refunds"."by" = 'creator') = ("payment_refunds"."code" is not null));
CREATE UNIQUE INDEX "payment_refunds_request" ON "payment_refunds" USING btree ("request_key") WHERE request_key is not null;
CREATE INDEX "payments_sold" ON "payments" USING btree ("creator_id","captured_at","id") WHERE state = 'captured';
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind";
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('gateway','platform','creator','unclaimed','owed_back','contested','set_aside','processor_fees','provider_costs','provider_payables','in_transit','payout_fees','bad_debt','tax_payable','referrer'));
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_owned";
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owned" CHECK (("ledger_accounts"."owner_id" is not null) = ("ledger_accounts"."kind" in ('creator','unclaimed','referrer')));
ALTER TABLE "payments" DROP CONSTRAINT "payments_state", DROP CONSTRAINT "payments_delivered", DROP CONSTRAINT "payments_used", DROP CONSTRAINT "payments_captured_when", DROP CONSTRAINT "payments_taken_back";
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created','authorized','delivered','capture_requested','captured','capture_failed','release_requested','released','expired','captured_undelivered')),
  ADD CONSTRAINT "payments_captured_when" CHECK (("payments"."captured" > 0) = ("payments"."state" in ('captured','captured_undelivered'))),
  ADD CONSTRAINT "payments_taken_back" CHECK ("payments"."refunded" >= 0 and "payments"."disputed" >= 0 and ("payments"."state" in ('captured','captured_undelivered') or "payments"."refunded" + "payments"."disputed" = 0));
ALTER TABLE "payments" ADD COLUMN "full_price" integer, ADD COLUMN "code_id" uuid,
  ADD CONSTRAINT "payments_full_price" CHECK ("payments"."full_price" > "payments"."amount"),
  ADD CONSTRAINT "payments_code" CHECK ("payments"."code_id" is null or "payments"."full_price" is not null);
CREATE INDEX "payments_code" ON "payments" USING btree ("code_id","buyer_id") WHERE code_id is not null;
ALTER TABLE "payments" ADD COLUMN "draws" integer, ADD COLUMN "proofs" integer DEFAULT 0 NOT NULL, ADD COLUMN "decide_by" timestamp with time zone,
  ADD CONSTRAINT "payments_undecided" CHECK (("payments"."decide_by" is not null) = ("payments"."state" = 'delivered')),
  ADD CONSTRAINT "payments_proofs" CHECK ("payments"."proofs" between 0 and coalesce("payments"."draws", 0) and ("payments"."draws" is null or "payments"."draws" between 1 and 3)),
  ADD CONSTRAINT "payments_delivered" CHECK (("payments"."creation_id" is not null) = ("payments"."state" in ('delivered','capture_requested','captured','capture_failed'))),
  ADD CONSTRAINT "payments_used" CHECK ("payments"."job_id" is null or "payments"."state" in ('authorized','delivered','capture_requested','captured','capture_failed'));
CREATE INDEX "payments_undecided" ON "payments" USING btree ("decide_by") WHERE state = 'delivered';
DROP INDEX "payments_unsettled";
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("moved_at") WHERE state in ('created','authorized','delivered','capture_requested','release_requested');
ALTER TABLE "workflows" ADD COLUMN "proofs_kept" integer DEFAULT 0 NOT NULL, ADD COLUMN "proofs_ended" integer DEFAULT 0 NOT NULL, ADD COLUMN "tested" boolean DEFAULT false NOT NULL, ADD COLUMN "last_runs" integer DEFAULT 0 NOT NULL, ADD COLUMN "last_delivered" integer DEFAULT 0 NOT NULL, ADD COLUMN "measured_time_ms" integer, ADD COLUMN "slow_time_ms" integer;
UPDATE "workflows" SET "tested" = true WHERE EXISTS (SELECT FROM "principals" WHERE "id" = "owner_id" AND "issuer" = 'house')
  OR EXISTS (SELECT FROM "jobs" WHERE "workflow_id" = "workflows"."id" AND "workflow_version" = "workflows"."version" AND "status" = 'COMPLETED');
ALTER TABLE "media" ADD COLUMN "sealed" boolean DEFAULT false NOT NULL,
  ADD CONSTRAINT "media_sealed" CHECK (not ("media"."sealed" and "media"."public"));
ALTER TABLE "creations" ADD COLUMN "proof_until" timestamp with time zone, ADD COLUMN "proof_price" integer, ADD COLUMN "whole_media_id" uuid, ADD COLUMN "draws_left" integer, ADD COLUMN "public_when_kept" boolean DEFAULT false NOT NULL,
  ADD CONSTRAINT "creations_whole_media_id_unique" UNIQUE("whole_media_id"),
  ADD CONSTRAINT "creations_whole_media_id_media_id_fk" FOREIGN KEY ("whole_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action,
  ADD CONSTRAINT "creations_proof" CHECK (("creations"."proof_until" is null) = ("creations"."whole_media_id" is null) and ("creations"."proof_until" is null) = ("creations"."draws_left" is null) and not ("creations"."proof_until" is not null and ("creations"."public" or "creations"."media_id" is null)));
CREATE OR REPLACE FUNCTION payment_moves() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TABLE "sandbox_transactions" (
  "id" uuid PRIMARY KEY NOT NULL,
  "checkout_id" text,
  "kind" text NOT NULL,
  "net" integer NOT NULL,
  "currency" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL
);
CREATE INDEX "sandbox_transactions_created" ON "sandbox_transactions" USING btree ("created_at");
-- What moved before is told in one sum.
INSERT INTO "sandbox_transactions" ("id", "checkout_id", "kind", "net", "currency", "created_at")
  SELECT gen_random_uuid(), "id", 'before', "net", "currency", "created_at" FROM (
    SELECT c."id", c."currency", c."created_at", c."captured" - coalesce(c."fee", 0)
      - coalesce((SELECT sum("amount") FROM "sandbox_refunds" WHERE "checkout_id" = c."id" AND "state" <> 'failed'), 0)
      - coalesce((SELECT sum("fee" + CASE WHEN "state" = 'won' THEN 0 ELSE "amount" END) FROM "sandbox_disputes" WHERE "checkout_id" = c."id"), 0) AS "net"
    FROM "sandbox_checkouts" c WHERE c."state" = 'captured') sums WHERE "net" <> 0;
CREATE TABLE "gateway_transactions" (
  "book" text NOT NULL,
  "id" text NOT NULL,
  "kind" text NOT NULL,
  "intent_id" text,
  "net" bigint NOT NULL,
  "currency" text NOT NULL,
  "occurred_at" timestamp with time zone NOT NULL,
  CONSTRAINT "gateway_transactions_book_id_pk" PRIMARY KEY("book","id")
);
CREATE INDEX "gateway_transactions_intent" ON "gateway_transactions" USING btree ("book","intent_id");
CREATE INDEX "gateway_transactions_occurred" ON "gateway_transactions" USING btree ("book","occurred_at");
CREATE INDEX "payment_events_at" ON "payment_events" USING btree ("at");
-- A payment's book follows from its gateway and mode, also for rows that the version before writes.
ALTER TABLE "payments" ADD COLUMN "book" text GENERATED ALWAYS AS (CASE WHEN test_mode THEN 'test:' || gateway ELSE 'live' END) STORED NOT NULL;
CREATE INDEX "payments_book" ON "payments" USING btree ("book","state") WHERE state in ('created','authorized','delivered','capture_requested','release_requested');
CREATE FUNCTION payment_keeps_its_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the book of a payment cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payments_book BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.gateway IS DISTINCT FROM NEW.gateway OR OLD.test_mode IS DISTINCT FROM NEW.test_mode)
  EXECUTE FUNCTION payment_keeps_its_book();
ALTER TABLE "payments" ADD COLUMN "tax" integer DEFAULT 0 NOT NULL, ADD COLUMN "taxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
  ADD CONSTRAINT "payments_tax" CHECK ("payments"."tax" >= 0 and "payments"."tax" < "payments"."amount");
ALTER TABLE "sandbox_checkouts" ADD COLUMN "taxed" boolean DEFAULT false NOT NULL, ADD COLUMN "taxes" jsonb DEFAULT '[]'::jsonb NOT NULL;
CREATE FUNCTION payment_keeps_its_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the tax of a payment cannot change once the payment is authorised' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payments_tax BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.state <> 'created' AND (OLD.tax, OLD.taxes) IS DISTINCT FROM (NEW.tax, NEW.taxes))
  EXECUTE FUNCTION payment_keeps_its_tax();
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_entry";
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_account";
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_currency";
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_currency";
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_once";
ALTER TABLE "ledger_entries" ADD COLUMN "book" text, ADD COLUMN "subject_type" text, ADD COLUMN "subject_id" uuid,
  ALTER COLUMN "payment_id" DROP NOT NULL, ALTER COLUMN "workflow_id" DROP NOT NULL;
ALTER TABLE "ledger_postings" ADD COLUMN "book" text;
ALTER TABLE "ledger_accounts" ADD COLUMN "book" text, ADD COLUMN "jurisdiction" text;
-- What is posted keeps its amounts; this once, each line is told its book.
ALTER TABLE "ledger_entries" DISABLE TRIGGER ledger_entries_append_only;
ALTER TABLE "ledger_postings" DISABLE TRIGGER ledger_postings_append_only;
ALTER TABLE "ledger_accounts" DISABLE TRIGGER ledger_accounts_append_only;
UPDATE "ledger_entries" SET "book" = coalesce((SELECT p.book FROM payments p WHERE p.id = payment_id), 'live'),
  "subject_type" = 'payment', "subject_id" = "payment_id";
UPDATE "ledger_postings" SET "book" = e.book FROM "ledger_entries" e WHERE e.id = entry_id;
-- An account that held lines of several books keeps one of them; each other book gets its own.
UPDATE "ledger_accounts" SET "book" = coalesce((SELECT min(p.book) FROM ledger_postings p WHERE p.account_id = ledger_accounts.id), 'live');
INSERT INTO "ledger_accounts" ("id", "kind", "owner_id", "currency", "created_at", "book")
  SELECT gen_random_uuid(), a.kind, a.owner_id, a.currency, a.created_at, other.book
  FROM ledger_accounts a JOIN (SELECT DISTINCT account_id, book FROM ledger_postings) other ON other.account_id = a.id AND other.book <> a.book;
UPDATE "ledger_postings" SET "account_id" = own.id
  FROM ledger_accounts old, ledger_accounts own
  WHERE old.id = account_id AND old.book <> ledger_postings.book
    AND own.kind = old.kind AND own.owner_id IS NOT DISTINCT FROM old.owner_id AND own.currency = old.currency AND own.book = ledger_postings.book;
ALTER TABLE "ledger_entries" ENABLE TRIGGER ledger_entries_append_only;
ALTER TABLE "ledger_postings" ENABLE TRIGGER ledger_postings_append_only;
ALTER TABLE "ledger_accounts" ENABLE TRIGGER ledger_accounts_append_only;
ALTER TABLE "ledger_accounts" ALTER COLUMN "book" SET NOT NULL,
  ADD CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("kind","owner_id","jurisdiction","currency","book"),
  ADD CONSTRAINT "ledger_accounts_taxing" CHECK (("ledger_accounts"."jurisdiction" is not null) = ("ledger_accounts"."kind" = 'tax_payable')),
  ADD CONSTRAINT "ledger_accounts_book" UNIQUE("id","currency","book");
ALTER TABLE "ledger_entries" ALTER COLUMN "book" SET NOT NULL, ALTER COLUMN "subject_type" SET NOT NULL, ALTER COLUMN "subject_id" SET NOT NULL,
  ADD CONSTRAINT "ledger_entries_book" UNIQUE("id","currency","book"),
  ADD CONSTRAINT "ledger_entries_subject_type" CHECK ("ledger_entries"."subject_type" in ('payment','payout','adjustment','job')),
  ADD CONSTRAINT "ledger_entries_subject" CHECK ("ledger_entries"."subject_type" <> 'payment' or ("ledger_entries"."payment_id" is not null and "ledger_entries"."payment_id" = "ledger_entries"."subject_id" and "ledger_entries"."workflow_id" is not null));
ALTER TABLE "ledger_postings" ALTER COLUMN "book" SET NOT NULL,
  ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("entry_id","currency","book") REFERENCES "public"."ledger_entries"("id","currency","book"),
  ADD CONSTRAINT "ledger_postings_account" FOREIGN KEY ("account_id","currency","book") REFERENCES "public"."ledger_accounts"("id","currency","book");
CREATE INDEX "ledger_entries_subject_of" ON "ledger_entries" USING btree ("subject_type","subject_id");
-- A creator's run of their own priced workflow: free, private, no sale.
ALTER TABLE "creations" ADD COLUMN "test" boolean DEFAULT false NOT NULL;
ALTER TABLE "creations" ADD CONSTRAINT "creations_test_private" CHECK (not ("creations"."test" and "creations"."public"));
ALTER TABLE "jobs" ADD COLUMN "test" boolean DEFAULT false NOT NULL;
ALTER TABLE "jobs" ADD COLUMN "screen_size" boolean DEFAULT false NOT NULL;
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_test_unpaid" CHECK (not ("jobs"."test" and "jobs"."payment_id" is not null));
CREATE INDEX "jobs_tests" ON "jobs" USING btree ("owner_id","created_at") WHERE test;
-- Runs that cost the operator money and that their buyer cancelled, kept for the day alone.
ALTER TABLE "payments" ADD COLUMN "card" text;
CREATE INDEX "payments_card" ON "payments" USING btree ("card") WHERE card is not null;
ALTER TABLE "sandbox_checkouts" ADD COLUMN "card" text;
ALTER TABLE "sandbox_requests" RENAME COLUMN "checkout_id" TO "object_id";
CREATE TABLE "cancelled_runs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"network" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "cancelled_runs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id")
);
CREATE INDEX "cancelled_runs_payment" ON "cancelled_runs" USING btree ("payment_id");
CREATE INDEX "cancelled_runs_network" ON "cancelled_runs" USING btree ("network","at");
CREATE INDEX "cancelled_runs_at" ON "cancelled_runs" USING btree ("at");
-- What people are told, and the outbox of their letters.
CREATE TABLE "letter_addresses" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"address" text,
	"message_id" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"unknowns" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "letters_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "letters_state" CHECK ("letters"."state" in ('queued', 'sending', 'sent', 'failed')),
	CONSTRAINT "letters_leased" CHECK (("letters"."state" = 'sending') = ("letters"."leased_until" is not null)),
	CONSTRAINT "letters_ended" CHECK (("letters"."state" in ('sent', 'failed')) = ("letters"."ended_at" is not null)),
	CONSTRAINT "letters_addressed_until" CHECK ("letters"."address" is not null or "letters"."ended_at" is not null)
);
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notices_once" UNIQUE("kind","subject_id")
);
CREATE TABLE "unsubscriptions" (
	"reader" text NOT NULL,
	"letter_group" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unsubscriptions_reader_letter_group_pk" PRIMARY KEY("reader","letter_group")
);
CREATE TABLE "inbox_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"html" text NOT NULL,
	"headers" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
ALTER TABLE "letter_addresses" ADD CONSTRAINT "letter_addresses_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letters" ADD CONSTRAINT "letters_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notices" ADD CONSTRAINT "notices_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "letter_addresses_owner" ON "letter_addresses" USING btree ("owner_id");
CREATE INDEX "letter_addresses_address" ON "letter_addresses" USING btree ("address","created_at");
CREATE INDEX "letter_addresses_created" ON "letter_addresses" USING btree ("created_at");
CREATE INDEX "letters_notice" ON "letters" USING btree ("notice_id");
CREATE INDEX "letters_due" ON "letters" USING btree ("next_at") WHERE state in ('queued', 'sending');
CREATE INDEX "letters_addressed" ON "letters" USING btree ("address","created_at") WHERE address is not null;
CREATE INDEX "notices_owner" ON "notices" USING btree ("owner_id","id");
CREATE INDEX "notices_unread" ON "notices" USING btree ("owner_id") WHERE read_at is null;
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");
CREATE INDEX "inbox_letters_created" ON "inbox_letters" USING btree ("created_at");
ALTER TABLE "job_steps" RENAME COLUMN "place" TO "slot";
ALTER TABLE "job_steps" DROP CONSTRAINT "job_steps_place";
UPDATE "job_steps" SET "slot" = 'taken' WHERE "slot" = 'held';
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_slot" CHECK ("job_steps"."slot" in ('wanted', 'taken'));
ALTER INDEX "job_steps_places" RENAME TO "job_steps_slots";
-- Workers lease jobs from this table; an unfinished job is looked at once, and then waits for its steps.
ALTER TABLE "jobs" ADD COLUMN "wake_at" timestamp with time zone DEFAULT now() NOT NULL;
DROP INDEX "jobs_unfinished";
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ((case status when 'QUEUED' then turn else 0 end),"id") WHERE status in ('QUEUED', 'RUNNING');
-- Accounts of creators at the sandbox, and what went to them.
CREATE TABLE "sandbox_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"email" text,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"missing" jsonb NOT NULL,
	"missing_by" timestamp with time zone,
	"reason" text,
	"name" text,
	"bank" text,
	"bank_last4" text,
	"link_hash" text,
	"link_expires_at" timestamp with time zone,
	"link_used_at" timestamp with time zone,
	"return_url" text,
	"refresh_url" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_accounts_state" CHECK ("sandbox_accounts"."state" in ('started','restricted','ready','rejected','closed'))
);
CREATE TABLE "sandbox_bank_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"bank" text NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
CREATE TABLE "sandbox_payout_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"account_id" text,
	"transfer_id" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
CREATE TABLE "sandbox_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text NOT NULL,
	"account_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reversed" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_transfers_amount" CHECK ("sandbox_transfers"."amount" > 0),
	CONSTRAINT "sandbox_transfers_reversed" CHECK ("sandbox_transfers"."reversed" between 0 and "sandbox_transfers"."amount")
);
ALTER TABLE "sandbox_bank_payouts" ADD CONSTRAINT "sandbox_bank_payouts_account_id_sandbox_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sandbox_transfers" ADD CONSTRAINT "sandbox_transfers_account_id_sandbox_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "sandbox_accounts_link" ON "sandbox_accounts" USING btree ("link_hash");
CREATE INDEX "sandbox_bank_payouts_account" ON "sandbox_bank_payouts" USING btree ("account_id");
CREATE INDEX "sandbox_bank_payouts_due" ON "sandbox_bank_payouts" USING btree ("due_at") WHERE "sandbox_bank_payouts"."due_at" is not null;
CREATE INDEX "sandbox_payout_events_waiting" ON "sandbox_payout_events" USING btree ("id") WHERE "sandbox_payout_events"."delivered_at" is null;
CREATE INDEX "sandbox_transfers_payout" ON "sandbox_transfers" USING btree ("payout_id");
CREATE INDEX "sandbox_transfers_account" ON "sandbox_transfers" USING btree ("account_id");
-- Payouts to creators.
CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"gateway" text NOT NULL,
	"state" text NOT NULL,
	"account_id" text,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"missing_by" timestamp with time zone,
	"country" text,
	"bank_last4" text,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	"bank_changed_at" timestamp with time zone,
	"usable_from" timestamp with time zone,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_state" CHECK ("payout_accounts"."state" in ('none','started','restricted','ready','rejected','closed')),
	CONSTRAINT "payout_accounts_ready" CHECK ("payout_accounts"."state" <> 'ready' or "payout_accounts"."usable_from" is not null)
);
CREATE TABLE "payout_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"amount" bigint,
	"code" text NOT NULL,
	"cause" text,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"lifted_at" timestamp with time zone,
	"lifted_by" text,
	CONSTRAINT "payout_holds_code" CHECK ("payout_holds"."code" in ('banned','operator','young_account','bank_changed','fraud_warning','likeness','concentration','dispute_rate','open_disputes','referral')),
	CONSTRAINT "payout_holds_amount" CHECK ("payout_holds"."amount" > 0),
	CONSTRAINT "payout_holds_set_by" CHECK ("payout_holds"."set_by" in ('rule','admin')),
	CONSTRAINT "payout_holds_lifted" CHECK (("payout_holds"."lifted_at" is null) = ("payout_holds"."lifted_by" is null))
);
CREATE TABLE "payout_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"confirmed" jsonb,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payout_runs_by" CHECK ("payout_runs"."by" in ('schedule','operator','retry'))
);
CREATE TABLE "payout_settings" (
	"principal_id" uuid PRIMARY KEY NOT NULL,
	"minimum" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_settings_minimum" CHECK ("payout_settings"."minimum" between 1000 and 100000)
);
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"gateway" text NOT NULL,
	"account_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"transfer_id" text,
	"reversed" bigint DEFAULT 0 NOT NULL,
	"returns" integer DEFAULT 0 NOT NULL,
	"gateway_try" integer DEFAULT 1 NOT NULL,
	"taken" integer DEFAULT 1 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"failure" text,
	"reason" text,
	"reversal_reason" text,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"arrives_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('scheduled','sending','in_transit','paid','failed','returned','cancelled')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0 and "payouts"."reversed" between 0 and "payouts"."amount"),
	CONSTRAINT "payouts_sent" CHECK ("payouts"."transfer_id" is not null or "payouts"."state" in ('scheduled','sending','failed','cancelled')),
	CONSTRAINT "payouts_returned" CHECK (("payouts"."reversed" = "payouts"."amount") = ("payouts"."state" = 'returned'))
);
CREATE TABLE "payout_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_adjustments_kind" CHECK ("payout_adjustments"."kind" in ('adjustment','bad_debt')),
	CONSTRAINT "payout_adjustments_amount" CHECK ("payout_adjustments"."amount" <> 0 and ("payout_adjustments"."kind" = 'adjustment' or "payout_adjustments"."amount" > 0))
);
ALTER TABLE "payout_adjustments" ADD CONSTRAINT "payout_adjustments_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "payout_adjustments_principal" ON "payout_adjustments" USING btree ("principal_id","id");
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payout_settings" ADD CONSTRAINT "payout_settings_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "payout_accounts_once" ON "payout_accounts" USING btree ("principal_id","book","gateway");
CREATE UNIQUE INDEX "payout_accounts_account" ON "payout_accounts" USING btree ("gateway","account_id");
CREATE INDEX "payout_holds_principal" ON "payout_holds" USING btree ("principal_id");
CREATE UNIQUE INDEX "payout_holds_cause" ON "payout_holds" USING btree ("principal_id","book","code","cause") WHERE cause is not null and lifted_at is null;
CREATE UNIQUE INDEX "payout_runs_due" ON "payout_runs" USING btree ("book","due_at");
CREATE UNIQUE INDEX "payouts_once" ON "payouts" USING btree ("run_id","principal_id","currency");
CREATE UNIQUE INDEX "payouts_waiting" ON "payouts" USING btree ("principal_id","book","currency") WHERE state in ('scheduled','sending');
CREATE UNIQUE INDEX "payouts_transfer" ON "payouts" USING btree ("gateway","transfer_id");
CREATE INDEX "payouts_principal" ON "payouts" USING btree ("principal_id","id");
CREATE INDEX "payouts_open" ON "payouts" USING btree ("moved_at") WHERE state in ('scheduled','sending','in_transit');
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
CREATE TRIGGER payouts_moves BEFORE INSERT OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payout_moves();
-- Bank accounts of creators whom the operator pays by hand, and what is asked to be paid.
CREATE TABLE "manual_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"request_key" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"details" text,
	"bank_last4" text,
	"link_hash" text,
	"link_expires_at" timestamp with time zone,
	"link_used_at" timestamp with time zone,
	"return_url" text,
	"refresh_url" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "manual_accounts_request_key_unique" UNIQUE("request_key"),
	CONSTRAINT "manual_accounts_state" CHECK ("manual_accounts"."state" in ('started','ready','closed')),
	CONSTRAINT "manual_accounts_details" CHECK (("manual_accounts"."details" is not null) = ("manual_accounts"."state" = 'ready'))
);
CREATE TABLE "manual_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text NOT NULL,
	"account_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "manual_transfers_payout_id_unique" UNIQUE("payout_id"),
	CONSTRAINT "manual_transfers_amount" CHECK ("manual_transfers"."amount" > 0)
);
ALTER TABLE "manual_transfers" ADD CONSTRAINT "manual_transfers_account_id_manual_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."manual_accounts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "manual_accounts_link" ON "manual_accounts" USING btree ("link_hash");
CREATE INDEX "manual_transfers_created" ON "manual_transfers" USING btree ("created_at");
-- What buyers say is wrong with what they paid for.
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	"operator_since" timestamp with time zone,
	"trouble" text,
	"granted" integer,
	"refund_id" uuid,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"card" text,
	"network" text,
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('open','answered','granted','refused','withdrawn','ended')),
	CONSTRAINT "cases_reason" CHECK ("cases"."reason" in ('broken','not_what_i_asked','charged_twice')),
	CONSTRAINT "cases_decided_by" CHECK ("cases"."decided_by" in ('machine','creator','operator','buyer','event')),
	CONSTRAINT "cases_decided" CHECK (("cases"."decided_at" is not null) = ("cases"."state" not in ('open','answered')) and ("cases"."decided_by" is not null) = ("cases"."decided_at" is not null)),
	CONSTRAINT "cases_granted" CHECK (("cases"."granted" is not null) = ("cases"."state" = 'granted') and ("cases"."refund_id" is not null) = ("cases"."state" = 'granted')),
	CONSTRAINT "cases_granted_amount" CHECK ("cases"."granted" > 0),
	CONSTRAINT "cases_answered" CHECK ("cases"."state" <> 'answered' or "cases"."answered_at" is not null)
);
ALTER TABLE "cases" ADD CONSTRAINT "cases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cases" ADD CONSTRAINT "cases_creator_id_principals_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "cases_payment" ON "cases" USING btree ("payment_id");
CREATE INDEX "cases_creator" ON "cases" USING btree ("creator_id","id");
CREATE INDEX "cases_undecided" ON "cases" USING btree ("id") WHERE state in ('open','answered');
CREATE INDEX "cases_clock" ON "cases" USING btree ("answer_by") WHERE operator_since is null and state in ('open','answered');
CREATE INDEX "cases_at_once" ON "cases" USING btree ("decided_at") WHERE decided_by = 'machine';
CREATE INDEX "cases_kept" ON "cases" USING btree ("created_at") WHERE card is not null or network is not null;
CREATE INDEX "cases_worded" ON "cases" USING btree ("decided_at") WHERE text is not null or answer is not null;
-- Sales that resemble their creator, and the operator's own deeds in the audit log.
ALTER TABLE "payments" ADD COLUMN "network" text, ADD COLUMN "likeness" text, ADD COLUMN "prepaid" boolean DEFAULT false NOT NULL;
ALTER TABLE "payments" ADD CONSTRAINT "payments_likeness" CHECK ("payments"."likeness" in ('card','network'));
CREATE INDEX "payments_network" ON "payments" USING btree ("network") WHERE network is not null;
CREATE INDEX "payments_creator" ON "payments" USING btree ("creator_id","captured_at");
CREATE INDEX "payment_events_warning" ON "payment_events" USING btree ("payment_id") WHERE name = 'gateway.warning';
ALTER TABLE "audit_log" ALTER COLUMN "actor_id" DROP NOT NULL;
-- Statements of creators, invoices and credit notes of buyers, and their numbers.
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"book" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"corrects" uuid,
	"amount" integer NOT NULL,
	"taxes" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_amount" CHECK ("credit_notes"."amount" > 0)
);
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"book" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"recipe" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"taxes" jsonb NOT NULL,
	"supplied_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"operator" jsonb NOT NULL,
	"buyer" jsonb,
	"sealed_at" timestamp with time zone,
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount" > 0)
);
CREATE TABLE "paper_numbers" (
	"book" text NOT NULL,
	"series" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "paper_numbers_book_series_pk" PRIMARY KEY("book","series"),
	CONSTRAINT "paper_numbers_last" CHECK ("paper_numbers"."last" >= 1)
);
CREATE TABLE "statement_lines" (
	"kind" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	CONSTRAINT "statement_lines_kind_posting_id_pk" PRIMARY KEY("kind","posting_id")
);
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"book" text NOT NULL,
	"currency" text NOT NULL,
	"principal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"month" text NOT NULL,
	"payout_id" uuid,
	"position" integer NOT NULL,
	"opening" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"line_count" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"paid" jsonb,
	"operator" jsonb NOT NULL,
	"csv" text NOT NULL,
	"sha256" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statements_kind" CHECK ("statements"."kind" in ('month','payout')),
	CONSTRAINT "statements_of" CHECK (("statements"."kind" = 'payout') = ("statements"."payout_id" is not null)),
	CONSTRAINT "statements_lines" CHECK ("statements"."line_count" >= 0)
);
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_corrects_credit_notes_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "statements" ADD CONSTRAINT "statements_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "credit_notes_number" ON "credit_notes" USING btree ("book","number");
CREATE UNIQUE INDEX "credit_notes_refund" ON "credit_notes" USING btree ("refund_id") WHERE corrects is null;
CREATE UNIQUE INDEX "credit_notes_corrects" ON "credit_notes" USING btree ("corrects");
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("book","number");
CREATE UNIQUE INDEX "invoices_payment" ON "invoices" USING btree ("payment_id");
CREATE INDEX "statement_lines_statement" ON "statement_lines" USING btree ("statement_id");
CREATE UNIQUE INDEX "statements_number" ON "statements" USING btree ("book","number");
CREATE UNIQUE INDEX "statements_month" ON "statements" USING btree ("principal_id","book","currency","month") WHERE kind = 'month';
CREATE UNIQUE INDEX "statements_payout" ON "statements" USING btree ("payout_id");
CREATE UNIQUE INDEX "statements_position" ON "statements" USING btree ("principal_id","book","currency","kind","position");
CREATE INDEX "statements_principal" ON "statements" USING btree ("principal_id","id");
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_kept BEFORE DELETE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER paper_numbers_kept BEFORE DELETE OR TRUNCATE ON paper_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION invoice_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL OR to_jsonb(OLD) - 'buyer' - 'sealed_at' IS DISTINCT FROM to_jsonb(NEW) - 'buyer' - 'sealed_at' THEN
    RAISE EXCEPTION 'the invoice % is sealed', OLD.number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_sealed BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION invoice_changes();
CREATE FUNCTION number_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.book, NEW.series, NEW.last) IS DISTINCT FROM (OLD.book, OLD.series, OLD.last + 1) THEN
    RAISE EXCEPTION 'the number after % of % is %', OLD.last, OLD.series, OLD.last + 1 USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER paper_numbers_follow BEFORE UPDATE ON paper_numbers FOR EACH ROW EXECUTE FUNCTION number_follows();
-- Texts of recipes under work.
CREATE TABLE "workflow_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"workflow_id" uuid,
	"base_version" integer,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workflow_drafts_revision" CHECK ("workflow_drafts"."revision" >= 1),
	CONSTRAINT "workflow_drafts_base" CHECK (("workflow_drafts"."workflow_id" is null) = ("workflow_drafts"."base_version" is null))
);
ALTER TABLE "workflow_drafts" ADD CONSTRAINT "workflow_drafts_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workflow_drafts" ADD CONSTRAINT "workflow_drafts_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "workflow_drafts_owner" ON "workflow_drafts" USING btree ("owner_id","updated_at","id");
CREATE UNIQUE INDEX "workflow_drafts_workflow" ON "workflow_drafts" USING btree ("workflow_id");
-- Tests: jobs that make no creation, of a text that is kept by its hash.
CREATE TABLE "tested_documents" (
	"hash" text PRIMARY KEY NOT NULL,
	"recipe" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
ALTER TABLE "jobs" ALTER COLUMN "creation_id" DROP NOT NULL;
ALTER TABLE "jobs" ALTER COLUMN "workflow_id" DROP NOT NULL;
ALTER TABLE "jobs" ALTER COLUMN "workflow_version" DROP NOT NULL;
ALTER TABLE "jobs" ADD COLUMN "document_hash" text;
ALTER TABLE "jobs" ADD COLUMN "draft_id" uuid;
ALTER TABLE "jobs" ADD COLUMN "seed_job" uuid;
ALTER TABLE "jobs" ADD COLUMN "source" text;
ALTER TABLE "jobs" DROP COLUMN "cancel_requested_at";
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_source" CHECK ("jobs"."source" in ('site', 'api', 'check'));
ALTER TABLE "job_steps" ADD COLUMN "reused" boolean DEFAULT false NOT NULL;
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_document_hash_tested_documents_hash_fk" FOREIGN KEY ("document_hash") REFERENCES "public"."tested_documents"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_of_workflow_or_document" CHECK (("jobs"."document_hash" is null
        and "jobs"."creation_id" is not null and "jobs"."workflow_id" is not null and "jobs"."workflow_version" is not null)
        or ("jobs"."document_hash" is not null and "jobs"."creation_id" is null and "jobs"."test"));
CREATE INDEX "jobs_document" ON "jobs" USING btree ("document_hash") WHERE document_hash is not null;
CREATE INDEX "job_steps_media" ON "job_steps" USING btree ("media_id") WHERE media_id is not null;
CREATE INDEX "jobs_document_created" ON "jobs" USING btree ("created_at") WHERE document_hash is not null;
-- Search forgives accents and misspelt words.
ALTER TABLE "workflows" DROP COLUMN "search";
ALTER TABLE "workflows" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oOlLdDhHitT')), 'A') || setweight(to_tsvector('simple', handle), 'B') || setweight(to_tsvector('simple', coalesce(tags[1], '') || ' ' || coalesce(tags[2], '') || ' ' || coalesce(tags[3], '') || ' ' || coalesce(tags[4], '') || ' ' || coalesce(tags[5], '')), 'B') || setweight(to_tsvector('english', translate(regexp_replace(normalize(name || ' ' || description, NFKD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oOlLdDhHitT')), 'C')) STORED NOT NULL;
CREATE INDEX "workflows_search" ON "workflows" USING gin ("search") WITH (fastupdate=false);
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);
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
CREATE TRIGGER workflows_words AFTER INSERT OR UPDATE OF name, description, tags ON workflows
  FOR EACH ROW EXECUTE FUNCTION note_search_words();
INSERT INTO search_words (word)
  SELECT DISTINCT word FROM workflows, unnest(tsvector_to_array(to_tsvector('simple', translate(regexp_replace(normalize(name || ' ' || description, NFKD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oOlLdDhHitT')))) word
  WHERE word !~ '[0-9]' AND length(word) BETWEEN 3 AND 40;
CREATE TABLE "media_features" (
	"media_id" uuid PRIMARY KEY NOT NULL,
	"features" "bytea" NOT NULL
);
ALTER TABLE "media_features" ADD CONSTRAINT "media_features_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "searched_words" (
	"word" text NOT NULL,
	"week" date NOT NULL,
	"seen" bigint NOT NULL,
	CONSTRAINT "searched_words_word_week_pk" PRIMARY KEY("word","week")
);
CREATE INDEX "searched_words_week" ON "searched_words" USING btree ("week");
CREATE INDEX "creations_wall" ON "creations" USING btree ("delivered_at","id","workflow_id") WHERE public and delivered_at is not null and deleted_at is null and hidden_at is null;
ALTER TABLE "jobs" ALTER COLUMN "progress_label" SET DEFAULT 'In line, starting soon';
-- A workflow whose last runs failed starts no new run until one works again.
ALTER TABLE "workflows" ADD COLUMN "failing_at" timestamp with time zone;
CREATE INDEX "workflows_failing" ON "workflows" USING btree ("failing_at") WHERE failing_at is not null;
-- A workflow whose vendor no longer offers a model of it starts no new run.
ALTER TABLE "workflows" ADD COLUMN "gone_model" text;
CREATE INDEX "workflows_gone_model" ON "workflows" USING btree ("id") WHERE gone_model is not null;
CREATE TABLE "health_pauses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"failed" integer NOT NULL,
	"judged" integer NOT NULL,
	"step" text,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "health_pauses_ended" CHECK (("health_pauses"."ended_at" is null) = ("health_pauses"."ended_by" is null)),
	CONSTRAINT "health_pauses_ended_by" CHECK ("health_pauses"."ended_by" in ('run', 'test', 'check', 'version'))
);
ALTER TABLE "health_pauses" ADD CONSTRAINT "health_pauses_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "health_pauses_workflow" ON "health_pauses" USING btree ("workflow_id","began_at");
CREATE INDEX "health_pauses_due" ON "health_pauses" USING btree ("next_try_at") WHERE ended_at is null and next_try_at is not null;
CREATE UNIQUE INDEX "health_pauses_open" ON "health_pauses" USING btree ("workflow_id") WHERE ended_at is null;
-- The creation that a run began with.
ALTER TABLE "creations" ADD COLUMN "made_from" uuid;
CREATE INDEX "creations_made_from" ON "creations" USING btree ("made_from") WHERE made_from is not null and public and delivered_at is not null and deleted_at is null and hidden_at is null;
ALTER TABLE "payments" ADD COLUMN "made_from" uuid;
-- By which way buyers came, and what creators read of it.
ALTER TABLE "payments" ADD COLUMN "came_from" text, ADD CONSTRAINT "payments_came_from" CHECK (length("payments"."came_from") <= 68);
ALTER TABLE "jobs" ADD COLUMN "came_from" text, ADD CONSTRAINT "jobs_came_from" CHECK (length("jobs"."came_from") <= 68);
CREATE INDEX "ledger_entries_workflow" ON "ledger_entries" USING btree ("workflow_id","occurred_at");
ALTER TABLE "waitlist_entries" ADD COLUMN "invited_at" timestamp with time zone;
CREATE TABLE "workflow_visits" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"visits" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "workflow_visits_workflow_id_day_version_source_pk" PRIMARY KEY("workflow_id","day","version","source"),
	CONSTRAINT "workflow_visits_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id")
);
CREATE TABLE "workflow_days" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"book" text NOT NULL,
	"runs" integer NOT NULL,
	"delivered" integer NOT NULL,
	"checkouts" integer NOT NULL,
	"authorized" integer NOT NULL,
	"sales" integer NOT NULL,
	"paid" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"disputed" bigint NOT NULL,
	"earned" bigint NOT NULL,
	CONSTRAINT "workflow_days_workflow_id_day_version_source_book_pk" PRIMARY KEY("workflow_id","day","version","source","book")
);
CREATE TABLE "workflow_forms" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"left_at" integer NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "workflow_forms_workflow_id_day_version_left_at_pk" PRIMARY KEY("workflow_id","day","version","left_at")
);
CREATE TABLE "workflow_shares" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "workflow_shares_workflow_id_day_pk" PRIMARY KEY("workflow_id","day")
);
ALTER TABLE "analytics_events" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;
CREATE TABLE "counted_days" (
	"day" date PRIMARY KEY NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
-- Storefronts, and usernames that were given up.
CREATE TABLE "past_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"kept_until" timestamp with time zone NOT NULL
);
CREATE TABLE "storefronts" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"show_picture" boolean NOT NULL,
	"lines" text[] NOT NULL,
	"links" jsonb NOT NULL,
	"featured_id" uuid,
	"workflow_order" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
ALTER TABLE "past_usernames" ADD CONSTRAINT "past_usernames_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "past_usernames_principal" ON "past_usernames" USING btree ("principal_id");
CREATE INDEX "past_usernames_kept_until" ON "past_usernames" USING btree ("kept_until");
-- Launch prices.
ALTER TABLE "workflows" ADD COLUMN "launch_price" integer, ADD COLUMN "launch_until" timestamp with time zone, ADD COLUMN "launch_lowest" integer,
  ADD CONSTRAINT "workflows_launch" CHECK (num_nulls("workflows"."launch_price", "workflows"."launch_until", "workflows"."launch_lowest") in (0, 3) and ("workflows"."launch_price" is null or "workflows"."launch_price" between 50 and "workflows"."price" - 1));
CREATE TABLE "launch_prices" (
	"workflow_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	CONSTRAINT "launch_prices_time" CHECK ("launch_prices"."from_at" <= "launch_prices"."until_at")
);
ALTER TABLE "launch_prices" ADD CONSTRAINT "launch_prices_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "launch_prices_workflow" ON "launch_prices" USING btree ("workflow_id","until_at");
-- The short addresses of recipes.
CREATE INDEX "workflows_short" ON "workflows" USING btree (right(id::text, 12));
-- Whom an account follows.
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"follower_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_once" UNIQUE("follower_id","followed_id")
);
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_principals_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_principals_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "follows_followed" ON "follows" USING btree ("followed_id","id");
-- The links in creators' lists.
CREATE TABLE "links" (
	"workflow_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "links_workflow_id_name_pk" PRIMARY KEY("workflow_id","name")
);
ALTER TABLE "links" ADD CONSTRAINT "links_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;
-- Codes of creators.
CREATE TABLE "codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer,
	"workflow_ids" uuid[] NOT NULL,
	"from_at" timestamp with time zone,
	"until_at" timestamp with time zone,
	"total" integer,
	"per_buyer" integer NOT NULL,
	"run_cost" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "codes_kind" CHECK ("codes"."kind" in ('percent', 'amount', 'free')),
	CONSTRAINT "codes_value" CHECK (("codes"."kind" = 'free') = ("codes"."value" is null) and ("codes"."kind" <> 'free' or "codes"."total" is not null) and ("codes"."value" is null or "codes"."value" >= 1) and ("codes"."kind" <> 'percent' or "codes"."value" <= 90)),
	CONSTRAINT "codes_limits" CHECK ("codes"."total" >= 1 and "codes"."per_buyer" >= 1),
	CONSTRAINT "codes_run_cost" CHECK ("codes"."run_cost" >= 0 and ("codes"."run_cost" = 0 or "codes"."kind" = 'free')),
	CONSTRAINT "codes_state" CHECK ("codes"."state" in ('draft', 'active', 'stopped'))
);
ALTER TABLE "codes" ADD CONSTRAINT "codes_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "codes_code" ON "codes" USING btree ("owner_id","code");
ALTER TABLE "jobs" ADD COLUMN "code_id" uuid, ADD COLUMN "code_book" text,
  ADD CONSTRAINT "jobs_code_book" CHECK ("jobs"."code_book" is null or "jobs"."code_id" is not null);
CREATE INDEX "jobs_code" ON "jobs" USING btree ("code_id","owner_id") WHERE code_id is not null;
CREATE INDEX "jobs_code_unfinished" ON "jobs" USING btree ("workflow_id") WHERE code_book is not null and status in ('QUEUED', 'RUNNING');
-- Fans who lead buyers here.
ALTER TABLE "payments" ADD COLUMN "referrer_id" uuid, ADD COLUMN "referral_percent" integer, ADD COLUMN "wider_network" text,
  ADD CONSTRAINT "payments_referral" CHECK (num_nulls("payments"."referrer_id", "payments"."referral_percent") in (0, 2) and "payments"."referral_percent" between 0 and 100);
ALTER TABLE "payments" ADD CONSTRAINT "payments_referrer_id_principals_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "payments_referrer" ON "payments" USING btree ("referrer_id","captured_at") WHERE referrer_id is not null;
CREATE FUNCTION payment_keeps_its_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who led the buyer to a payment is decided at checkout' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payments_referrer BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.referrer_id IS DISTINCT FROM NEW.referrer_id
    OR (OLD.referral_percent IS DISTINCT FROM NEW.referral_percent
      AND (NEW.referral_percent IS DISTINCT FROM 0 OR OLD.captured > 0)))
  EXECUTE FUNCTION payment_keeps_its_referrer();
ALTER TABLE "ledger_postings" ADD COLUMN "commission_percent" integer, ADD COLUMN "commission_covered" integer,
  DROP CONSTRAINT "ledger_postings_creator_line",
  ADD CONSTRAINT "ledger_postings_commission" CHECK ("ledger_postings"."commission_percent" between 1 and 100 and "ledger_postings"."commission_covered" >= 0 and num_nulls("ledger_postings"."commission_percent", "ledger_postings"."commission_covered") in (0, 2)),
  ADD CONSTRAINT "ledger_postings_clearing_line" CHECK (num_nonnulls("ledger_postings"."share_percent", "ledger_postings"."commission_percent") = num_nonnulls("ledger_postings"."clears_at"));
CREATE TABLE "referral_days" (
	"referrer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "referral_days_referrer_id_day_pk" PRIMARY KEY("referrer_id","day")
);
ALTER TABLE "referral_days" ADD CONSTRAINT "referral_days_referrer_id_principals_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
-- Collections, which can be reported.
ALTER TABLE "reports" DROP CONSTRAINT "reports_subject_type", ADD CONSTRAINT "reports_subject_type" CHECK ("reports"."subject_type" in ('workflow', 'creation', 'collection'));
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"visibility" text NOT NULL,
	"link_version" integer NOT NULL,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collections_visibility" CHECK ("collections"."visibility" in ('private', 'link', 'public'))
);
CREATE TABLE "collection_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collection_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collection_items_once" UNIQUE("collection_id","subject_id"),
	CONSTRAINT "collection_items_subject" CHECK ("collection_items"."subject_type" in ('creation', 'workflow'))
);
ALTER TABLE "collections" ADD CONSTRAINT "collections_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "collections_owner" ON "collections" USING btree ("owner_id","id");
