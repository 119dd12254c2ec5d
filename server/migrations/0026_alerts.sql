CREATE TABLE "alerts" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"summary" text NOT NULL,
	"value" double precision NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"mail_told" text,
	"hook_told" text,
	CONSTRAINT "alerts_name_subject_pk" PRIMARY KEY("name","subject")
);
