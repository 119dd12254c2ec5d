CREATE TABLE "taken_looks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"coarse" text NOT NULL,
	"fine" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "taken_looks" ADD CONSTRAINT "taken_looks_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taken_looks_claim" ON "taken_looks" USING btree ("claim_id");