ALTER TABLE "media" DROP CONSTRAINT "media_verdict";--> statement-breakpoint
CREATE INDEX "media_adult" ON "media" USING btree ("id") WHERE "media"."verdict" = 'adult' and "media"."public";--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_verdict" CHECK ("media"."verdict" in ('allow', 'adult', 'review', 'refuse'));