ALTER TABLE "media" ADD COLUMN "verdict" text;
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "verdict_by" text;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_verdict" CHECK ("media"."verdict" in ('allow', 'hold', 'refuse'));
