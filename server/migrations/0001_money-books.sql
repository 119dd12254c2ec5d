CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("kind","owner_id","currency"),
	CONSTRAINT "ledger_accounts_currency" UNIQUE("id","currency"),
	CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('gateway','platform','creator','unclaimed','contested','set_aside','processor_fees','provider_costs','provider_payables')),
	CONSTRAINT "ledger_accounts_owned" CHECK (("ledger_accounts"."owner_id" is not null) = ("ledger_accounts"."kind" in ('creator','unclaimed')))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_in" text DEFAULT pg_current_xact_id()::text NOT NULL,
	CONSTRAINT "ledger_entries_key" UNIQUE("key"),
	CONSTRAINT "ledger_entries_currency" UNIQUE("id","currency"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture','refund','refund_failed','dispute_opened','dispute_won','dispute_lost','processor_fee','dispute_fee','provider_cost')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" between 1 and 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"share_percent" integer,
	"clears_at" timestamp with time zone,
	CONSTRAINT "ledger_postings_amount" CHECK ("ledger_postings"."amount" <> 0 and abs("ledger_postings"."amount") <= 1000000000000),
	CONSTRAINT "ledger_postings_share" CHECK ("ledger_postings"."share_percent" between 0 and 100),
	CONSTRAINT "ledger_postings_creator_line" CHECK (("ledger_postings"."share_percent" is null) = ("ledger_postings"."clears_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"captured" integer DEFAULT 0 NOT NULL,
	"fee" integer,
	"currency" text NOT NULL,
	"title" text NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"later" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"capture_before" timestamp with time zone,
	CONSTRAINT "sandbox_checkouts_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "sandbox_checkouts_state" CHECK ("sandbox_checkouts"."state" in ('open','authorized','captured','released','expired')),
	CONSTRAINT "sandbox_checkouts_captured" CHECK ("sandbox_checkouts"."captured" between 0 and "sandbox_checkouts"."amount" and ("sandbox_checkouts"."captured" > 0) = ("sandbox_checkouts"."state" = 'captured'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"checkout_id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"refund_id" text,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_requests" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"checkout_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("entry_id","currency") REFERENCES "public"."ledger_entries"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account" FOREIGN KEY ("account_id","currency") REFERENCES "public"."ledger_accounts"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_accounts_owner" ON "ledger_accounts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_payment" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_seq" ON "ledger_entries" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_entry" ON "ledger_postings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_account" ON "ledger_postings" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_checkouts_created" ON "sandbox_checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_disputes_checkout" ON "sandbox_disputes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "sandbox_events_waiting" ON "sandbox_events" USING btree ("id") WHERE "sandbox_events"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_refunds_checkout" ON "sandbox_refunds" USING btree ("checkout_id");