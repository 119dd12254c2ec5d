CREATE TABLE "claim_objections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"restore_at" timestamp with time zone,
	"goes_on_at" timestamp with time zone,
	"outcome" text,
	"statement" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"notified_at" timestamp with time zone,
	CONSTRAINT "claim_objections_once" UNIQUE("claim_id","owner_id"),
	CONSTRAINT "claim_objections_outcome" CHECK ("claim_objections"."outcome" in ('upheld', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "claim_items" ADD COLUMN "hid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "hidden_by" text;--> statement-breakpoint
ALTER TABLE "claim_objections" ADD CONSTRAINT "claim_objections_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_objections" ADD CONSTRAINT "claim_objections_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_objections" ADD CONSTRAINT "claim_objections_decided_by_principals_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_objections_due" ON "claim_objections" USING btree ("restore_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "claim_objections_owner" ON "claim_objections" USING btree ("owner_id");