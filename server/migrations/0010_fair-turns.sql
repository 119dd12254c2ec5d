CREATE TABLE "provider_paces" (
	"provider" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_steps" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "job_steps" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "job_steps_places" ON "job_steps" USING btree ("provider") WHERE place is not null;--> statement-breakpoint
CREATE INDEX "jobs_owner_unfinished" ON "jobs" USING btree ("owner_id") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_place" CHECK ("job_steps"."place" in ('wanted', 'held'));