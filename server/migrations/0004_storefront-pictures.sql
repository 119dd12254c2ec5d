ALTER TABLE "storefronts" ADD COLUMN "picture_id" uuid;--> statement-breakpoint
ALTER TABLE "storefronts" ADD COLUMN "cover_id" uuid;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_picture_id_media_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_cover_id_media_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "storefronts_picture" ON "storefronts" USING btree ("picture_id") WHERE picture_id is not null;--> statement-breakpoint
CREATE INDEX "storefronts_cover" ON "storefronts" USING btree ("cover_id") WHERE cover_id is not null;