CREATE TABLE "legal_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page" text NOT NULL,
	"mark" text NOT NULL,
	"text" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_texts_one" UNIQUE("page","mark")
);
