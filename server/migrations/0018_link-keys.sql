ALTER TABLE "collections" ADD COLUMN "sealed_link_key" text;--> statement-breakpoint
ALTER TABLE "creations" ADD COLUMN "sealed_link_key" text;