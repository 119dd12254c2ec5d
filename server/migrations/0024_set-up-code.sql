CREATE TABLE "set_up_code" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"hash" text NOT NULL,
	"wrong" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "set_up_code_only" CHECK ("set_up_code"."only")
);
