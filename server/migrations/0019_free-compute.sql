ALTER TABLE "jobs" ADD COLUMN "free_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "in_line" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "jobs_network_unfinished" ON "jobs" USING btree ("network") WHERE network is not null and status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "jobs_in_line" ON "jobs" USING btree ("turn") WHERE in_line;--> statement-breakpoint
CREATE TABLE "free_compute" (
	"scope" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"seconds" integer NOT NULL
);
