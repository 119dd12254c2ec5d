CREATE TABLE "workflow_addresses" (
	"owner_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"workflow_id" uuid NOT NULL,
	CONSTRAINT "workflow_addresses_owner_id_slug_pk" PRIMARY KEY("owner_id","slug")
);
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "workflow_addresses" ADD CONSTRAINT "workflow_addresses_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_addresses" ADD CONSTRAINT "workflow_addresses_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;