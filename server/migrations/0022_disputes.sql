ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture','refund','refund_failed','dispute_opened','dispute_won','dispute_lost','dispute_reopened','dispute_raised','dispute_lowered','processor_fee','dispute_fee','provider_cost'));
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "lost" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "payments" SET "lost" = d."lost" FROM (
  SELECT "payment_id", sum("amount") AS "lost" FROM "payment_disputes" WHERE "state" = 'lost' GROUP BY "payment_id"
) d WHERE d."payment_id" = "payments"."id";
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_lost" CHECK ("payments"."lost" between 0 and "payments"."disputed");
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "retry_at" timestamp with time zone, ADD COLUMN "gateway_try" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "gateway_try" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind";
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('gateway','platform','creator','unclaimed','owed_back','contested','set_aside','processor_fees','provider_costs','provider_payables'));
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_state", DROP CONSTRAINT "payments_captured_when", DROP CONSTRAINT "payments_taken_back";
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created','authorized','capture_requested','captured','capture_failed','release_requested','released','expired','captured_undelivered')),
  ADD CONSTRAINT "payments_captured_when" CHECK (("payments"."captured" > 0) = ("payments"."state" in ('captured','captured_undelivered'))),
  ADD CONSTRAINT "payments_taken_back" CHECK ("payments"."refunded" >= 0 and "payments"."disputed" >= 0 and ("payments"."state" in ('captured','captured_undelivered') or "payments"."refunded" + "payments"."disputed" = 0));
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "sandbox_transactions" (
  "id" uuid PRIMARY KEY NOT NULL,
  "checkout_id" text NOT NULL,
  "kind" text NOT NULL,
  "net" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sandbox_transactions_created" ON "sandbox_transactions" USING btree ("created_at");
--> statement-breakpoint
-- What moved before is told in one sum.
INSERT INTO "sandbox_transactions" ("id", "checkout_id", "kind", "net", "created_at")
  SELECT gen_random_uuid(), "id", 'before', "net", "created_at" FROM (
    SELECT c."id", c."created_at", c."captured" - coalesce(c."fee", 0)
      - coalesce((SELECT sum("amount") FROM "sandbox_refunds" WHERE "checkout_id" = c."id" AND "state" <> 'failed'), 0)
      - coalesce((SELECT sum("fee" + CASE WHEN "state" = 'won' THEN 0 ELSE "amount" END) FROM "sandbox_disputes" WHERE "checkout_id" = c."id"), 0) AS "net"
    FROM "sandbox_checkouts" c WHERE c."state" = 'captured') sums WHERE "net" <> 0;
--> statement-breakpoint
CREATE TABLE "gateway_transactions" (
  "book" text NOT NULL,
  "id" text NOT NULL,
  "kind" text NOT NULL,
  "intent_id" text,
  "net" bigint NOT NULL,
  "currency" text NOT NULL,
  "occurred_at" timestamp with time zone NOT NULL,
  CONSTRAINT "gateway_transactions_pkey" PRIMARY KEY("book","id")
);
--> statement-breakpoint
CREATE INDEX "gateway_transactions_intent" ON "gateway_transactions" USING btree ("book","intent_id");
--> statement-breakpoint
CREATE INDEX "gateway_transactions_occurred" ON "gateway_transactions" USING btree ("book","occurred_at");
--> statement-breakpoint
CREATE INDEX "payment_events_at" ON "payment_events" USING btree ("at");
