ALTER TABLE "payments" DROP CONSTRAINT "payments_amount";--> statement-breakpoint
ALTER TABLE "payout_settings" DROP CONSTRAINT "payout_settings_minimum";--> statement-breakpoint
ALTER TABLE "workflows" DROP CONSTRAINT "workflows_price";--> statement-breakpoint
ALTER TABLE "workflows" DROP CONSTRAINT "workflows_launch";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0 and ("payments"."currency" <> 'usd' or "payments"."amount" between 50 and 100000));--> statement-breakpoint
ALTER TABLE "payout_settings" ADD CONSTRAINT "payout_settings_minimum" CHECK ("payout_settings"."minimum" > 0);--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_price" CHECK ("workflows"."price" between 0 and 1000000000);--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_launch" CHECK (num_nulls("workflows"."launch_price", "workflows"."launch_until", "workflows"."launch_lowest") in (0, 3) and ("workflows"."launch_price" is null or "workflows"."launch_price" between 1 and "workflows"."price" - 1));