-- A creator's run of their own priced workflow: free, private, no sale.
ALTER TABLE "creations" ADD COLUMN "test" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_test_private" CHECK (not ("creations"."test" and "creations"."public"));
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "test" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_test_unpaid" CHECK (not ("jobs"."test" and "jobs"."payment_id" is not null));
--> statement-breakpoint
CREATE INDEX "jobs_tests" ON "jobs" USING btree ("owner_id","created_at") WHERE test;
