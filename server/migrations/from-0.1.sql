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
CREATE INDEX IF NOT EXISTS "jobs_network_unfinished" ON "jobs" USING btree ("network") WHERE network is not null and status in ('QUEUED', 'RUNNING');
CREATE INDEX IF NOT EXISTS "jobs_in_line" ON "jobs" USING btree ("turn") WHERE in_line;
CREATE TABLE "free_compute" (
	"scope" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"seconds" integer NOT NULL
);
ALTER TABLE "workflows" ADD COLUMN "listed_at" timestamp with time zone;
ALTER TABLE "workflows" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;
ALTER TABLE "workflow_versions" ADD COLUMN "bytes" integer;
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;
CREATE OR REPLACE FUNCTION is_listed(recipe workflows) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT recipe.hidden_at IS NULL AND recipe.deleted_at IS NULL AND NOT recipe.waiting
$$;
DROP TRIGGER workflows_tally ON workflows;
DROP TRIGGER creations_tally_changed ON creations;
-- Totals become appended rows: those of before are one sum each, and no account has one any more.
ALTER TABLE "workflow_tallies" DROP CONSTRAINT "workflow_tallies_output_kind_free_pk", DROP COLUMN "moved", ADD COLUMN "summed" boolean DEFAULT false NOT NULL;
DELETE FROM "creation_tallies" WHERE "shown" = 0 OR "scope" NOT IN (SELECT "id" FROM "workflows");
ALTER TABLE "creation_tallies" DROP CONSTRAINT "creation_tallies_pkey", DROP COLUMN "kept", DROP COLUMN "moved", ADD COLUMN "summed" boolean DEFAULT false NOT NULL;
ALTER TABLE "creation_tallies" RENAME COLUMN "scope" TO "workflow_id";
CREATE INDEX "creation_tallies_workflow" ON "creation_tallies" USING btree ("workflow_id");
CREATE INDEX "creation_tallies_fresh" ON "creation_tallies" USING btree ("workflow_id") WHERE not summed;
CREATE OR REPLACE FUNCTION tally_workflow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workflow_tallies (output_kind, free, listed)
    SELECT output_kind, free, sum(listed) FROM (
      SELECT OLD.output_kind, OLD.price = 0, -1 WHERE TG_OP <> 'INSERT' AND is_listed(OLD)
      UNION ALL SELECT NEW.output_kind, NEW.price = 0, 1 WHERE TG_OP <> 'DELETE' AND is_listed(NEW)
    ) AS changes (output_kind, free, listed) GROUP BY output_kind, free HAVING sum(listed) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER workflows_tally AFTER INSERT OR DELETE OR UPDATE OF hidden_at, deleted_at, waiting, output_kind, price
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
CREATE INDEX IF NOT EXISTS "workflows_listed_newest" ON "workflows" USING btree ("created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null and not waiting;
CREATE INDEX IF NOT EXISTS "workflows_listed_popular" ON "workflows" USING btree ("popularity","created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null and not waiting;
CREATE INDEX IF NOT EXISTS "workflows_listed_price" ON "workflows" USING btree ("price","created_at","id","output_kind") WHERE hidden_at is null and deleted_at is null and not waiting;
CREATE INDEX IF NOT EXISTS "workflows_waiting" ON "workflows" USING btree ("listed_at") WHERE waiting;
DROP INDEX "workflows_newest";
DROP INDEX "workflows_popular";
DROP INDEX "workflows_price";
ALTER TABLE "media" ADD COLUMN "verdict" text;
ALTER TABLE "media" ADD COLUMN "verdict_by" text;
ALTER TABLE "media" ADD CONSTRAINT "media_verdict" CHECK ("media"."verdict" in ('allow', 'review', 'refuse'));
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture','refund','refund_failed','dispute_opened','dispute_won','dispute_lost','dispute_reopened','dispute_raised','dispute_lowered','processor_fee','dispute_fee','provider_cost'));
ALTER TABLE "payments" ADD COLUMN "lost" integer DEFAULT 0 NOT NULL;
UPDATE "payments" SET "lost" = d."lost" FROM (
  SELECT "payment_id", sum("amount") AS "lost" FROM "payment_disputes" WHERE "state" = 'lost' GROUP BY "payment_id"
) d WHERE d."payment_id" = "payments"."id";
ALTER TABLE "payments" ADD CONSTRAINT "payments_lost" CHECK ("payments"."lost" between 0 and "payments"."disputed");
ALTER TABLE "payments" ADD COLUMN "retry_at" timestamp with time zone, ADD COLUMN "gateway_try" integer DEFAULT 1 NOT NULL;
ALTER TABLE "payment_refunds" ADD COLUMN "gateway_try" integer DEFAULT 1 NOT NULL;
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind";
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('gateway','platform','creator','unclaimed','owed_back','contested','set_aside','processor_fees','provider_costs','provider_payables'));
ALTER TABLE "payments" DROP CONSTRAINT "payments_state", DROP CONSTRAINT "payments_captured_when", DROP CONSTRAINT "payments_taken_back";
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created','authorized','capture_requested','captured','capture_failed','release_requested','released','expired','captured_undelivered')),
  ADD CONSTRAINT "payments_captured_when" CHECK (("payments"."captured" > 0) = ("payments"."state" in ('captured','captured_undelivered'))),
  ADD CONSTRAINT "payments_taken_back" CHECK ("payments"."refunded" >= 0 and "payments"."disputed" >= 0 and ("payments"."state" in ('captured','captured_undelivered') or "payments"."refunded" + "payments"."disputed" = 0));
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
CREATE TABLE "sandbox_transactions" (
  "id" uuid PRIMARY KEY NOT NULL,
  "checkout_id" text NOT NULL,
  "kind" text NOT NULL,
  "net" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL
);
CREATE INDEX "sandbox_transactions_created" ON "sandbox_transactions" USING btree ("created_at");
-- What moved before is told in one sum.
INSERT INTO "sandbox_transactions" ("id", "checkout_id", "kind", "net", "created_at")
  SELECT gen_random_uuid(), "id", 'before', "net", "created_at" FROM (
    SELECT c."id", c."created_at", c."captured" - coalesce(c."fee", 0)
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
CREATE INDEX "payments_book" ON "payments" USING btree ("book","state") WHERE state in ('created','authorized','capture_requested','release_requested');
CREATE FUNCTION payment_keeps_its_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the book of a payment cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payments_book BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.gateway IS DISTINCT FROM NEW.gateway OR OLD.test_mode IS DISTINCT FROM NEW.test_mode)
  EXECUTE FUNCTION payment_keeps_its_book();
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_entry";
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_account";
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_currency";
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_currency";
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_once";
ALTER TABLE "ledger_entries" ADD COLUMN "book" text, ADD COLUMN "subject_type" text, ADD COLUMN "subject_id" uuid,
  ALTER COLUMN "payment_id" DROP NOT NULL, ALTER COLUMN "workflow_id" DROP NOT NULL;
ALTER TABLE "ledger_postings" ADD COLUMN "book" text;
ALTER TABLE "ledger_accounts" ADD COLUMN "book" text;
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
  ADD CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("kind","owner_id","currency","book"),
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
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_test_unpaid" CHECK (not ("jobs"."test" and "jobs"."payment_id" is not null));
CREATE INDEX "jobs_tests" ON "jobs" USING btree ("owner_id","created_at") WHERE test;
-- Runs that cost the operator money and that their buyer cancelled, kept for the day alone.
ALTER TABLE "payments" ADD COLUMN "card" text;
CREATE INDEX "payments_card" ON "payments" USING btree ("card") WHERE card is not null;
ALTER TABLE "sandbox_checkouts" ADD COLUMN "card" text;
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
ALTER TABLE "job_steps" RENAME COLUMN "place" TO "slot";
ALTER TABLE "job_steps" DROP CONSTRAINT "job_steps_place";
UPDATE "job_steps" SET "slot" = 'taken' WHERE "slot" = 'held';
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_slot" CHECK ("job_steps"."slot" in ('wanted', 'taken'));
ALTER INDEX "job_steps_places" RENAME TO "job_steps_slots";
-- Workers lease jobs from this table; an unfinished job is looked at once, and then waits for its steps.
ALTER TABLE "jobs" ADD COLUMN "wake_at" timestamp with time zone DEFAULT now() NOT NULL;
DROP INDEX "jobs_unfinished";
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ((case status when 'QUEUED' then turn else 0 end),"id") WHERE status in ('QUEUED', 'RUNNING');
