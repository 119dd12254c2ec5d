CREATE TABLE "comfy_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"auth" text NOT NULL,
	"sealed_header" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "comfy_servers_owner_name" UNIQUE("owner_id","name"),
	CONSTRAINT "comfy_servers_auth" CHECK ("comfy_servers"."auth" in ('none', 'bearer', 'basic')),
	CONSTRAINT "comfy_servers_none" CHECK ("comfy_servers"."auth" <> 'none' or "comfy_servers"."sealed_header" is null)
);
--> statement-breakpoint
ALTER TABLE "comfy_servers" ADD CONSTRAINT "comfy_servers_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;