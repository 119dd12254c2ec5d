CREATE TABLE "claim_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_items_once" UNIQUE("claim_id","subject_type","subject_id"),
	CONSTRAINT "claim_items_state" CHECK ("claim_items"."state" in ('open', 'hidden', 'taken_down', 'rejected', 'restored'))
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"claimant_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"places" text NOT NULL,
	"work" text NOT NULL,
	"reason" text NOT NULL,
	"email" text,
	"contact" text NOT NULL,
	"signature" text NOT NULL,
	"sworn" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"hide_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"statement" text DEFAULT '' NOT NULL,
	"notified_at" timestamp with time zone,
	CONSTRAINT "claims_number_unique" UNIQUE("number"),
	CONSTRAINT "claims_digest_unique" UNIQUE("digest"),
	CONSTRAINT "claims_kind" CHECK ("claims"."kind" in ('intimate', 'likeness', 'copyright', 'trademark', 'law')),
	CONSTRAINT "claims_state" CHECK ("claims"."state" in ('open', 'hidden', 'taken_down', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "claim_items" ADD CONSTRAINT "claim_items_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_items" ADD CONSTRAINT "claim_items_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_claimant_id_principals_id_fk" FOREIGN KEY ("claimant_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_decided_by_principals_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_items_subject" ON "claim_items" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "claim_items_owner" ON "claim_items" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "claims_queue" ON "claims" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "claims_to_hide" ON "claims" USING btree ("hide_at") WHERE state = 'open' and hide_at is not null;--> statement-breakpoint
CREATE INDEX "claims_claimant" ON "claims" USING btree ("claimant_id");