ALTER TABLE "principals" ADD COLUMN "staff_roles" text[];--> statement-breakpoint
CREATE INDEX "principals_staff" ON "principals" USING btree ("id") WHERE "principals"."staff_roles" is not null;--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
