CREATE TABLE "payment_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_amount" CHECK ("payment_disputes"."amount" > 0 and "payment_disputes"."fee" >= 0),
	CONSTRAINT "payment_disputes_state" CHECK ("payment_disputes"."state" in ('opened','won','lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"gateway_refund_id" text,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount" > 0),
	CONSTRAINT "payment_refunds_state" CHECK ("payment_refunds"."state" in ('requested','pending','succeeded','failed'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"buyer_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"license" text NOT NULL,
	"creator_id" uuid NOT NULL,
	"share_percent" integer NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"gateway" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"session_id" text,
	"intent_id" text,
	"capture_before" timestamp with time zone,
	"user_inputs" jsonb,
	"public" boolean NOT NULL,
	"terms_version" text,
	"job_id" uuid,
	"creation_id" uuid,
	"provider_cost" integer DEFAULT 0 NOT NULL,
	"captured" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"disputed" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"session_expires_at" timestamp with time zone NOT NULL,
	"authorized_at" timestamp with time zone,
	"unused_since" timestamp with time zone,
	"captured_at" timestamp with time zone,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created','authorized','capture_requested','captured','capture_failed','release_requested','released','expired')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" between 50 and 100000),
	CONSTRAINT "payments_captured_amount" CHECK ("payments"."captured" between 0 and "payments"."amount"),
	CONSTRAINT "payments_captured_when" CHECK (("payments"."captured" > 0) = ("payments"."state" = 'captured')),
	CONSTRAINT "payments_delivered" CHECK (("payments"."creation_id" is not null) = ("payments"."state" in ('capture_requested','captured','capture_failed'))),
	CONSTRAINT "payments_used" CHECK ("payments"."job_id" is null or "payments"."state" in ('authorized','capture_requested','captured','capture_failed')),
	CONSTRAINT "payments_reached" CHECK ("payments"."state" in ('created','expired') or ("payments"."session_id" is not null and "payments"."authorized_at" is not null)),
	CONSTRAINT "payments_taken_back" CHECK ("payments"."refunded" >= 0 and "payments"."disputed" >= 0 and ("payments"."state" = 'captured' or "payments"."refunded" + "payments"."disputed" = 0)),
	CONSTRAINT "payments_share" CHECK ("payments"."share_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"compared" integer NOT NULL,
	"differences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"session_id" text,
	"intent_id" text,
	"payment_id" text,
	"warning" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "webhook_events_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_buyer_id_principals_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_creator_id_principals_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_gateway" ON "payment_refunds" USING btree ("gateway_refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_session" ON "payments" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_job" ON "payments" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_creation" ON "payments" USING btree ("creation_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("buyer_id","workflow_id") WHERE state = 'authorized';--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("moved_at") WHERE state in ('created','authorized','capture_requested','release_requested');--> statement-breakpoint
CREATE INDEX "payments_workflow" ON "payments" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("received_at") WHERE processed_at is null;