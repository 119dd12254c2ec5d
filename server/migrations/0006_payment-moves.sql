CREATE FUNCTION payment_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'created' THEN
      RAISE EXCEPTION 'a payment begins as created, not as %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
    ('created', 'authorized'), ('created', 'expired'),
    ('authorized', 'capture_requested'), ('authorized', 'release_requested'),
    ('capture_requested', 'captured'), ('capture_requested', 'capture_failed'),
    ('release_requested', 'released')
  ) THEN
    RAISE EXCEPTION 'a payment that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.amount, OLD.currency, OLD.share_percent, OLD.creator_id, OLD.workflow_id, OLD.workflow_version)
     IS DISTINCT FROM (NEW.amount, NEW.currency, NEW.share_percent, NEW.creator_id, NEW.workflow_id, NEW.workflow_version) THEN
    RAISE EXCEPTION 'what was agreed at checkout cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.creation_id IS NOT NULL AND NEW.creation_id IS DISTINCT FROM OLD.creation_id THEN
    RAISE EXCEPTION 'one payment pays for one creation' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_moves BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payment_moves();
--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
