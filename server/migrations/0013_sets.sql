CREATE TABLE "creation_parts" (
	"creation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"media_id" uuid NOT NULL,
	"whole_media_id" uuid,
	CONSTRAINT "creation_parts_creation_id_position_pk" PRIMARY KEY("creation_id","position"),
	CONSTRAINT "creation_parts_media_id_unique" UNIQUE("media_id"),
	CONSTRAINT "creation_parts_whole_media_id_unique" UNIQUE("whole_media_id"),
	CONSTRAINT "creation_parts_position" CHECK ("creation_parts"."position" between 2 and 16)
);
--> statement-breakpoint
ALTER TABLE "creations" ADD COLUMN "file_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "creation_parts" ADD CONSTRAINT "creation_parts_creation_id_creations_id_fk" FOREIGN KEY ("creation_id") REFERENCES "public"."creations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_parts" ADD CONSTRAINT "creation_parts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_parts" ADD CONSTRAINT "creation_parts_whole_media_id_media_id_fk" FOREIGN KEY ("whole_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;