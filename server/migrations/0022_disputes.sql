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
