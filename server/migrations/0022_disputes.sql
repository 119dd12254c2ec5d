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
