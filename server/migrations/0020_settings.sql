CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"value" text,
	"sealed" boolean NOT NULL,
	"revision" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "settings_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_changed_by_principals_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;