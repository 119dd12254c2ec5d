CREATE TABLE "oauth_records" (
	"model" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oauth_records_model_id_hash_pk" PRIMARY KEY("model","id_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "audience" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "grant_id" text;--> statement-breakpoint
CREATE INDEX "oauth_records_grant" ON "oauth_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_records_uid" ON "oauth_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oauth_records_expires_at" ON "oauth_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_grant" ON "sessions" USING btree ("grant_id");