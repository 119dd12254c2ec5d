CREATE TABLE "principals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"anon_hash" text,
	"named" boolean DEFAULT false NOT NULL,
	"username" text,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"picture" text,
	"issuer" text,
	"subject" text,
	"development_admin" boolean DEFAULT false NOT NULL,
	"approved_creator_at" timestamp with time zone,
	"banned_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"claimed_by" uuid,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "principals_anon_hash_unique" UNIQUE("anon_hash"),
	CONSTRAINT "principals_kind" CHECK ("principals"."kind" in ('visitor', 'user')),
	CONSTRAINT "principals_visitor" CHECK (("principals"."kind" = 'visitor') = ("principals"."anon_hash" is not null)),
	CONSTRAINT "principals_username_form" CHECK ("principals"."username" ~ '^[a-z0-9._-]{1,64}$'),
	CONSTRAINT "principals_identity" CHECK (case when "principals"."kind" = 'user' and "principals"."deleted_at" is null then "principals"."issuer" is not null and "principals"."subject" is not null else "principals"."issuer" is null and "principals"."subject" is null and "principals"."username" is null and "principals"."email" is null end),
	CONSTRAINT "principals_claimed" CHECK ("principals"."claimed_by" is null or ("principals"."kind" = 'visitor' and "principals"."claimed_by" <> "principals"."id"))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('browser', 'token'))
);
--> statement-breakpoint
ALTER TABLE "principals" ADD CONSTRAINT "principals_claimed_by_principals_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "principals_username" ON "principals" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "principals_subject" ON "principals" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "principals_claimed_by" ON "principals" USING btree ("claimed_by");--> statement-breakpoint
CREATE INDEX "sessions_principal" ON "sessions" USING btree ("principal_id");