CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"public" boolean NOT NULL,
	"payment_id" uuid,
	"request_key" text,
	"ends_by" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "batches_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "batches_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "batch_row" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "units" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "to_capture" integer;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batches_owner" ON "batches" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "batches_unfinished" ON "batches" USING btree ("owner_id","ends_by") WHERE finished_at is null;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_owner_under_way" ON "jobs" USING btree ("owner_id") WHERE status in ('QUEUED', 'RUNNING') and not in_line;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_batch" ON "jobs" USING btree ("batch_id","batch_row") WHERE batch_id is not null;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_batch" CHECK (num_nulls("jobs"."batch_id", "jobs"."batch_row") in (0, 2));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_units" CHECK (("payments"."units" is null or ("payments"."units" > 0 and "payments"."amount" % "payments"."units" = 0))
        and ("payments"."to_capture" is null or ("payments"."units" is not null and "payments"."to_capture" between 1 and "payments"."amount")));