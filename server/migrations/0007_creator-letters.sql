CREATE TABLE "creator_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"workflow_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "letter_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reader_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"address" text,
	"words" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "letter_consents_once" UNIQUE("creator_id","reader_id")
);
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_subject_type";--> statement-breakpoint
ALTER TABLE "creator_letters" ADD CONSTRAINT "creator_letters_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_letters" ADD CONSTRAINT "creator_letters_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_consents" ADD CONSTRAINT "letter_consents_reader_id_principals_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_consents" ADD CONSTRAINT "letter_consents_creator_id_principals_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_letters_owner" ON "creator_letters" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "letter_consents_reader" ON "letter_consents" USING btree ("reader_id");--> statement-breakpoint
CREATE INDEX "follows_readers" ON "follows" USING btree ("followed_id","follower_id");--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_subject_type" CHECK ("reports"."subject_type" in ('workflow', 'creation', 'collection', 'letter'));