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
--> statement-breakpoint
-- Runs that cost the operator money and that their buyer cancelled, kept for the day alone.
ALTER TABLE "payments" ADD COLUMN "card" text;
--> statement-breakpoint
CREATE INDEX "payments_card" ON "payments" USING btree ("card") WHERE card is not null;
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "card" text;
--> statement-breakpoint
CREATE TABLE "cancelled_runs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"network" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "cancelled_runs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id")
);
--> statement-breakpoint
CREATE INDEX "cancelled_runs_payment" ON "cancelled_runs" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "cancelled_runs_network" ON "cancelled_runs" USING btree ("network","at");
--> statement-breakpoint
CREATE INDEX "cancelled_runs_at" ON "cancelled_runs" USING btree ("at");
