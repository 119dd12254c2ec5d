ALTER TABLE "payments" ADD COLUMN "seller" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "decline_reason" text;