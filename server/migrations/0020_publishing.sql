ALTER TABLE "workflows" ADD COLUMN "listed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_listed(recipe workflows) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT recipe.hidden_at IS NULL AND recipe.deleted_at IS NULL AND NOT recipe.waiting
$$;
--> statement-breakpoint
DROP TRIGGER workflows_tally ON workflows;--> statement-breakpoint
CREATE TRIGGER workflows_tally AFTER INSERT OR DELETE OR UPDATE OF hidden_at, deleted_at, waiting, output_kind, price, created_at
  ON workflows FOR EACH ROW EXECUTE FUNCTION tally_workflow();--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "workflows_listed_newest" ON "workflows" USING btree ("created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null and not waiting;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "workflows_listed_popular" ON "workflows" USING btree ("popularity","created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null and not waiting;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "workflows_listed_price" ON "workflows" USING btree ("price","created_at","id","output_kind") WHERE hidden_at is null and deleted_at is null and not waiting;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "workflows_waiting" ON "workflows" USING btree ("listed_at") WHERE waiting;--> statement-breakpoint
DROP INDEX "workflows_newest";--> statement-breakpoint
DROP INDEX "workflows_popular";--> statement-breakpoint
DROP INDEX "workflows_price";
