CREATE TABLE "analytics_days" (
	"day" date PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
