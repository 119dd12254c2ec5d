ALTER TABLE "jobs" ADD COLUMN "face" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "shows_face" boolean;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_face" CHECK ("jobs"."face" in ('me', 'agreed', 'public'));