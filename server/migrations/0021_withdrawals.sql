ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_by";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "consumer_law" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "waiver" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "withdrawn_name" text;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_by" CHECK ("payment_refunds"."by" in ('creator','operator','case','gateway','rule','withdrawal'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_consumer" CHECK ("payments"."consumer_law" = 'eu' or num_nonnulls("payments"."waiver", "payments"."confirmed_at", "payments"."withdrawn_at") = 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_confirmed" CHECK ("payments"."confirmed_at" is null or "payments"."waiver" is not null);