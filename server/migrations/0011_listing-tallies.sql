CREATE TABLE "creation_tallies" (
	"scope" uuid PRIMARY KEY NOT NULL,
	"kept" integer NOT NULL,
	"shown" integer NOT NULL,
	"moved" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_tallies" (
	"output_kind" text NOT NULL,
	"free" boolean NOT NULL,
	"listed" integer NOT NULL,
	"moved" bigint NOT NULL,
	CONSTRAINT "workflow_tallies_output_kind_free_pk" PRIMARY KEY("output_kind","free")
);
--> statement-breakpoint
DROP INDEX "creations_owner";--> statement-breakpoint
DROP INDEX "workflows_newest";--> statement-breakpoint
DROP INDEX "workflows_popular";--> statement-breakpoint
DROP INDEX "workflows_price";--> statement-breakpoint
CREATE INDEX "creations_owner" ON "creations" USING btree ("owner_id","delivered_at","id","public","hidden_at") WHERE delivered_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_newest" ON "workflows" USING btree ("created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_popular" ON "workflows" USING btree ("popularity","created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_price" ON "workflows" USING btree ("price","created_at","id","output_kind") WHERE hidden_at is null and deleted_at is null;