ALTER TABLE "jobs" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE INDEX "jobs_queued" ON "jobs" USING btree ("created_at") WHERE status = 'QUEUED';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_request_key" ON "jobs" USING btree ("request_key") WHERE request_key is not null;