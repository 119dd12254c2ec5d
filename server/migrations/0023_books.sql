-- A payment's book follows from its gateway and mode, also for rows that the version before writes.
ALTER TABLE "payments" ADD COLUMN "book" text GENERATED ALWAYS AS (CASE WHEN test_mode THEN 'test:' || gateway ELSE 'live' END) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "payments_book" ON "payments" USING btree ("book","state") WHERE state in ('created','authorized','capture_requested','release_requested');
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
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_entry";
--> statement-breakpoint
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_account";
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_currency";
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_currency";
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_once";
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "book" text, ADD COLUMN "subject_type" text, ADD COLUMN "subject_id" uuid,
  ALTER COLUMN "payment_id" DROP NOT NULL, ALTER COLUMN "workflow_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD COLUMN "book" text;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "book" text;
--> statement-breakpoint
-- What is posted keeps its amounts; this once, each line is told its book.
ALTER TABLE "ledger_entries" DISABLE TRIGGER ledger_entries_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_postings" DISABLE TRIGGER ledger_postings_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DISABLE TRIGGER ledger_accounts_append_only;
--> statement-breakpoint
UPDATE "ledger_entries" SET "book" = coalesce((SELECT p.book FROM payments p WHERE p.id = payment_id), 'live'),
  "subject_type" = 'payment', "subject_id" = "payment_id";
--> statement-breakpoint
UPDATE "ledger_postings" SET "book" = e.book FROM "ledger_entries" e WHERE e.id = entry_id;
--> statement-breakpoint
-- An account that held lines of several books keeps one of them; each other book gets its own.
UPDATE "ledger_accounts" SET "book" = coalesce((SELECT min(p.book) FROM ledger_postings p WHERE p.account_id = ledger_accounts.id), 'live');
--> statement-breakpoint
INSERT INTO "ledger_accounts" ("id", "kind", "owner_id", "currency", "created_at", "book")
  SELECT gen_random_uuid(), a.kind, a.owner_id, a.currency, a.created_at, other.book
  FROM ledger_accounts a JOIN (SELECT DISTINCT account_id, book FROM ledger_postings) other ON other.account_id = a.id AND other.book <> a.book;
--> statement-breakpoint
UPDATE "ledger_postings" SET "account_id" = own.id
  FROM ledger_accounts old, ledger_accounts own
  WHERE old.id = account_id AND old.book <> ledger_postings.book
    AND own.kind = old.kind AND own.owner_id IS NOT DISTINCT FROM old.owner_id AND own.currency = old.currency AND own.book = ledger_postings.book;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER ledger_entries_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_postings" ENABLE TRIGGER ledger_postings_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ENABLE TRIGGER ledger_accounts_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ALTER COLUMN "book" SET NOT NULL,
  ADD CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("kind","owner_id","currency","book"),
  ADD CONSTRAINT "ledger_accounts_book" UNIQUE("id","currency","book");
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "book" SET NOT NULL, ALTER COLUMN "subject_type" SET NOT NULL, ALTER COLUMN "subject_id" SET NOT NULL,
  ADD CONSTRAINT "ledger_entries_book" UNIQUE("id","currency","book"),
  ADD CONSTRAINT "ledger_entries_subject_type" CHECK ("ledger_entries"."subject_type" in ('payment','payout','adjustment','job')),
  ADD CONSTRAINT "ledger_entries_subject" CHECK ("ledger_entries"."subject_type" <> 'payment' or ("ledger_entries"."payment_id" is not null and "ledger_entries"."payment_id" = "ledger_entries"."subject_id" and "ledger_entries"."workflow_id" is not null));
--> statement-breakpoint
ALTER TABLE "ledger_postings" ALTER COLUMN "book" SET NOT NULL,
  ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("entry_id","currency","book") REFERENCES "public"."ledger_entries"("id","currency","book"),
  ADD CONSTRAINT "ledger_postings_account" FOREIGN KEY ("account_id","currency","book") REFERENCES "public"."ledger_accounts"("id","currency","book");
--> statement-breakpoint
CREATE INDEX "ledger_entries_subject_of" ON "ledger_entries" USING btree ("subject_type","subject_id");
