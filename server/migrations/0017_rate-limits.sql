-- Counts of the last minutes, of no worth after a crash: they need no write-ahead log.
CREATE UNLOGGED TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "joined" boolean DEFAULT false NOT NULL;
