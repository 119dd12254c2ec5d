ALTER TABLE "letters" ADD COLUMN "to_payer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "link_url" text;