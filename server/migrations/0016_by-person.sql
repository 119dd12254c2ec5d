DROP INDEX "creations_restorable";--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
CREATE INDEX "creations_person" ON "creations" USING btree ("owner_id","deleted_at");--> statement-breakpoint
CREATE INDEX "payments_buyer" ON "payments" USING btree ("buyer_id","workflow_id");