CREATE TABLE "analytics_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"distinct_id" text NOT NULL,
	"properties" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creation_files" (
	"creation_id" uuid NOT NULL,
	"input_key" text NOT NULL,
	"media_id" uuid NOT NULL,
	CONSTRAINT "creation_files_creation_id_input_key_pk" PRIMARY KEY("creation_id","input_key")
);
--> statement-breakpoint
CREATE TABLE "creations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"inputs" jsonb NOT NULL,
	"public" boolean DEFAULT false NOT NULL,
	"share_inputs" boolean DEFAULT false NOT NULL,
	"link_version" integer,
	"link_counter" integer DEFAULT 0 NOT NULL,
	"media_id" uuid,
	"terms_version" text,
	"terms_accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "creations_media_id_unique" UNIQUE("media_id"),
	CONSTRAINT "creations_delivered_with_media" CHECK (("creations"."delivered_at" is null) = ("creations"."media_id" is null))
);
--> statement-breakpoint
CREATE TABLE "job_attempts" (
	"job_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"worker" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "job_attempts_job_id_attempt_pk" PRIMARY KEY("job_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "job_steps" (
	"job_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"operation" jsonb,
	"check_at" timestamp with time zone,
	"media_id" uuid,
	"cost_cents" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "job_steps_job_id_step_id_pk" PRIMARY KEY("job_id","step_id"),
	CONSTRAINT "job_steps_state" CHECK ("job_steps"."state" in ('pending', 'running', 'waiting', 'done')),
	CONSTRAINT "job_steps_done" CHECK (("job_steps"."state" = 'done') = ("job_steps"."media_id" is not null)),
	CONSTRAINT "job_steps_waiting" CHECK ("job_steps"."state" <> 'waiting' or "job_steps"."operation" is not null)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creation_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"inputs" jsonb NOT NULL,
	"payment_id" uuid,
	"cost_limit" integer NOT NULL,
	"generation_time_ms" integer NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"worker" text,
	"leased_until" timestamp with time zone,
	"seq" integer DEFAULT 1 NOT NULL,
	"progress_step" integer DEFAULT 0 NOT NULL,
	"progress_steps" integer NOT NULL,
	"progress_label" text DEFAULT 'Waiting for a free place' NOT NULL,
	"progress_percent" real DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"cancel_requested_at" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "jobs_creation_id_unique" UNIQUE("creation_id"),
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
	CONSTRAINT "jobs_finished" CHECK (("jobs"."status" in ('COMPLETED', 'FAILED', 'CANCELLED')) = ("jobs"."finished_at" is not null)),
	CONSTRAINT "jobs_failed_says_why" CHECK ("jobs"."status" <> 'FAILED' or "jobs"."error_code" is not null)
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"kind" text NOT NULL,
	"public" boolean DEFAULT false NOT NULL,
	"token" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"extension" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"preview_key" text,
	"link_hash" text,
	"placeholder" text,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"purged_at" timestamp with time zone,
	CONSTRAINT "media_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "media_origin" CHECK ("media"."origin" in ('upload', 'generated')),
	CONSTRAINT "media_kind" CHECK ("media"."kind" in ('image', 'video', 'audio')),
	CONSTRAINT "media_bytes" CHECK ("media"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "media_variants" (
	"media_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "media_variants_media_id_width_format_pk" PRIMARY KEY("media_id","width","format"),
	CONSTRAINT "media_variants_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "media_variants_format" CHECK ("media_variants"."format" in ('webp', 'avif'))
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "waitlist_entries_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"recipe" jsonb NOT NULL,
	"price" integer NOT NULL,
	"cost" integer NOT NULL,
	"license" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workflow_versions_workflow_id_version_pk" PRIMARY KEY("workflow_id","version"),
	CONSTRAINT "workflow_versions_cost" CHECK ("workflow_versions"."cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"handle" text NOT NULL,
	"price" integer NOT NULL,
	"generation_time_ms" integer NOT NULL,
	"output_type" text NOT NULL,
	"output_kind" text NOT NULL,
	"license" text NOT NULL,
	"sample_media_id" uuid,
	"remix_count" integer DEFAULT 0 NOT NULL,
	"popularity" integer DEFAULT 0 NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', handle), 'B') || setweight(to_tsvector('english', name || ' ' || description), 'C')) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "workflows_price" CHECK ("workflows"."price" = 0 or "workflows"."price" between 50 and 100000),
	CONSTRAINT "workflows_version" CHECK ("workflows"."version" >= 1),
	CONSTRAINT "workflows_output_kind" CHECK ("workflows"."output_kind" in ('image', 'video')),
	CONSTRAINT "workflows_license" CHECK ("workflows"."license" in ('personal', 'commercial', 'cc-by'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_route_key_pk" PRIMARY KEY("caller","route","key"),
	CONSTRAINT "idempotency_keys_key_length" CHECK (length("idempotency_keys"."key") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "creation_files" ADD CONSTRAINT "creation_files_creation_id_creations_id_fk" FOREIGN KEY ("creation_id") REFERENCES "public"."creations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_files" ADD CONSTRAINT "creation_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_workflow_id_workflow_version_workflow_versions_workflow_id_version_fk" FOREIGN KEY ("workflow_id","workflow_version") REFERENCES "public"."workflow_versions"("workflow_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attempts" ADD CONSTRAINT "job_attempts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_creation_id_creations_id_fk" FOREIGN KEY ("creation_id") REFERENCES "public"."creations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_variants" ADD CONSTRAINT "media_variants_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_sample_media_id_media_id_fk" FOREIGN KEY ("sample_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_events_event" ON "analytics_events" USING btree ("event","received_at");--> statement-breakpoint
CREATE INDEX "creation_files_media" ON "creation_files" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "creations_gallery" ON "creations" USING btree ("workflow_id","delivered_at","id") WHERE public and delivered_at is not null and deleted_at is null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "creations_workflow" ON "creations" USING btree ("workflow_id","owner_id");--> statement-breakpoint
CREATE INDEX "creations_owner" ON "creations" USING btree ("owner_id","delivered_at","id") WHERE delivered_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("leased_until") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_payment" ON "jobs" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "media_owner" ON "media" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "media_unused" ON "media" USING btree ("created_at") WHERE "media"."used_at" is null and "media"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "media_deleted" ON "media" USING btree ("deleted_at") WHERE "media"."deleted_at" is not null and "media"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "workflows_newest" ON "workflows" USING btree ("created_at","id") WHERE hidden_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_popular" ON "workflows" USING btree ("popularity","created_at","id") WHERE hidden_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_price" ON "workflows" USING btree ("price","created_at","id") WHERE hidden_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_owner" ON "workflows" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "workflows_search" ON "workflows" USING gin ("search");--> statement-breakpoint
CREATE INDEX "workflows_handle" ON "workflows" USING btree ("handle","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");