CREATE TABLE "server_secret" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "server_secret_only" CHECK ("server_secret"."only")
);
--> statement-breakpoint
CREATE TABLE "day_counts" (
	"scope" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"answer_id" text,
	"leased_until" timestamp with time zone,
	"joined" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_route_key_pk" PRIMARY KEY("caller","route","key"),
	CONSTRAINT "idempotency_keys_key_length" CHECK (length("idempotency_keys"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"html" text NOT NULL,
	"headers" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "manual_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"request_key" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"details" text,
	"bank_last4" text,
	"bank_hash" text,
	"changed_at" timestamp with time zone,
	"link_hash" text,
	"link_expires_at" timestamp with time zone,
	"link_used_at" timestamp with time zone,
	"return_url" text,
	"refresh_url" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "manual_accounts_request_key_unique" UNIQUE("request_key"),
	CONSTRAINT "manual_accounts_state" CHECK ("manual_accounts"."state" in ('started','ready','closed')),
	CONSTRAINT "manual_accounts_details" CHECK (("manual_accounts"."details" is not null) = ("manual_accounts"."state" = 'ready')),
	CONSTRAINT "manual_accounts_changed" CHECK ("manual_accounts"."details" is null or ("manual_accounts"."bank_hash" is not null and "manual_accounts"."changed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "manual_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text NOT NULL,
	"account_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"details" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "manual_transfers_payout_id_unique" UNIQUE("payout_id"),
	CONSTRAINT "manual_transfers_amount" CHECK ("manual_transfers"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"creator_id" uuid,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	"operator_since" timestamp with time zone,
	"operator_notified_at" timestamp with time zone,
	"trouble" text,
	"granted" integer,
	"refund_id" uuid,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"card" text,
	"network" text,
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('open','answered','granted','refused','withdrawn','ended')),
	CONSTRAINT "cases_reason" CHECK ("cases"."reason" in ('broken','not_what_i_asked','charged_twice')),
	CONSTRAINT "cases_decided_by" CHECK ("cases"."decided_by" in ('machine','creator','operator','buyer','event')),
	CONSTRAINT "cases_decided" CHECK (("cases"."decided_at" is not null) = ("cases"."state" not in ('open','answered')) and ("cases"."decided_by" is not null) = ("cases"."decided_at" is not null)),
	CONSTRAINT "cases_granted" CHECK (("cases"."granted" is not null) = ("cases"."state" = 'granted') and ("cases"."refund_id" is not null) = ("cases"."state" = 'granted')),
	CONSTRAINT "cases_granted_amount" CHECK ("cases"."granted" > 0),
	CONSTRAINT "cases_answered" CHECK ("cases"."state" <> 'answered' or "cases"."answered_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"texts" jsonb,
	"failure" text,
	"key_number" integer DEFAULT 1 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "dispute_evidence_state" CHECK ("dispute_evidence"."state" in ('requested','sent','refused'))
);
--> statement-breakpoint
CREATE TABLE "dispute_notes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"file" "bytea",
	"file_name" text,
	"file_type" text,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_notes_file" CHECK (("dispute_notes"."file" is null) = ("dispute_notes"."file_name" is null) and ("dispute_notes"."file" is null) = ("dispute_notes"."file_type" is null)),
	CONSTRAINT "dispute_notes_bytes" CHECK ("dispute_notes"."file" is null or length("dispute_notes"."file") between 1 and 2097152)
);
--> statement-breakpoint
CREATE TABLE "collection_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collection_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collection_items_once" UNIQUE("collection_id","subject_id"),
	CONSTRAINT "collection_items_subject" CHECK ("collection_items"."subject_type" in ('creation', 'workflow'))
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"visibility" text NOT NULL,
	"link_version" integer NOT NULL,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collections_visibility" CHECK ("collections"."visibility" in ('private', 'link', 'public'))
);
--> statement-breakpoint
CREATE TABLE "creation_files" (
	"creation_id" uuid NOT NULL,
	"input_key" text NOT NULL,
	"media_id" uuid NOT NULL,
	CONSTRAINT "creation_files_creation_id_input_key_pk" PRIMARY KEY("creation_id","input_key")
);
--> statement-breakpoint
CREATE TABLE "creation_tallies" (
	"workflow_id" uuid NOT NULL,
	"shown" integer NOT NULL,
	"summed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"inputs" jsonb NOT NULL,
	"public" boolean DEFAULT false NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"share_inputs" boolean DEFAULT false NOT NULL,
	"made_from" uuid,
	"link_version" integer,
	"links_made" integer DEFAULT 0 NOT NULL,
	"media_id" uuid,
	"proof_until" timestamp with time zone,
	"proof_price" integer,
	"whole_media_id" uuid,
	"draws_left" integer,
	"public_when_kept" boolean DEFAULT false NOT NULL,
	"terms_version" text,
	"terms_accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"proof_seen_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"downloaded_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"taken_back" boolean DEFAULT false NOT NULL,
	CONSTRAINT "creations_media_id_unique" UNIQUE("media_id"),
	CONSTRAINT "creations_whole_media_id_unique" UNIQUE("whole_media_id"),
	CONSTRAINT "creations_proof" CHECK (("creations"."proof_until" is null) = ("creations"."whole_media_id" is null) and ("creations"."proof_until" is null) = ("creations"."draws_left" is null) and not ("creations"."proof_until" is not null and ("creations"."public" or "creations"."media_id" is null))),
	CONSTRAINT "creations_delivered_with_media" CHECK (("creations"."delivered_at" is null) = ("creations"."media_id" is null))
);
--> statement-breakpoint
CREATE TABLE "workflow_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"workflow_id" uuid,
	"base_version" integer,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workflow_drafts_revision" CHECK ("workflow_drafts"."revision" >= 1),
	CONSTRAINT "workflow_drafts_base" CHECK (("workflow_drafts"."workflow_id" is null) = ("workflow_drafts"."base_version" is null))
);
--> statement-breakpoint
CREATE TABLE "job_attempts" (
	"job_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"worker" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "job_attempts_job_id_attempt_pk" PRIMARY KEY("job_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "job_steps" (
	"job_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"operation" jsonb,
	"check_at" timestamp with time zone,
	"provider" text,
	"slot" text,
	"media_id" uuid,
	"cost_cents" integer DEFAULT 0 NOT NULL,
	"reused" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "job_steps_job_id_step_id_pk" PRIMARY KEY("job_id","step_id"),
	CONSTRAINT "job_steps_slot" CHECK ("job_steps"."slot" in ('wanted', 'taken')),
	CONSTRAINT "job_steps_state" CHECK ("job_steps"."state" in ('pending', 'running', 'waiting', 'done')),
	CONSTRAINT "job_steps_done" CHECK (("job_steps"."state" = 'done') = ("job_steps"."media_id" is not null)),
	CONSTRAINT "job_steps_waiting" CHECK ("job_steps"."state" <> 'waiting' or "job_steps"."operation" is not null)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creation_id" uuid,
	"workflow_id" uuid,
	"workflow_version" integer,
	"document_hash" text,
	"draft_id" uuid,
	"seed_job_id" uuid,
	"owner_id" uuid NOT NULL,
	"inputs" jsonb NOT NULL,
	"payment_id" uuid,
	"code_id" uuid,
	"code_book" text,
	"test" boolean DEFAULT false NOT NULL,
	"screen_size" boolean DEFAULT false NOT NULL,
	"run_source" text,
	"came_from" text,
	"request_key" text,
	"turn" integer DEFAULT 0 NOT NULL,
	"free_seconds" integer DEFAULT 0 NOT NULL,
	"paid_seconds" integer DEFAULT 0 NOT NULL,
	"network" text,
	"in_line" boolean DEFAULT false NOT NULL,
	"cost_limit" integer NOT NULL,
	"generation_time_ms" integer NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"worker" text,
	"leased_until" timestamp with time zone,
	"wake_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seq" integer DEFAULT 1 NOT NULL,
	"progress_step" integer DEFAULT 0 NOT NULL,
	"progress_steps" integer NOT NULL,
	"progress_label" text DEFAULT 'In line, starting soon' NOT NULL,
	"progress_percent" real DEFAULT 0 NOT NULL,
	"early_media_id" uuid,
	"error_code" text,
	"error_message" text,
	"error_detail" text,
	"deadline_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "jobs_creation_id_unique" UNIQUE("creation_id"),
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
	CONSTRAINT "jobs_of_workflow_or_document" CHECK (("jobs"."document_hash" is null
        and "jobs"."creation_id" is not null and "jobs"."workflow_id" is not null and "jobs"."workflow_version" is not null)
        or ("jobs"."document_hash" is not null and "jobs"."creation_id" is null and "jobs"."test")),
	CONSTRAINT "jobs_came_from" CHECK (length("jobs"."came_from") <= 68),
	CONSTRAINT "jobs_run_source" CHECK ("jobs"."run_source" in ('site', 'api', 'check')),
	CONSTRAINT "jobs_code_book" CHECK ("jobs"."code_book" is null or "jobs"."code_id" is not null),
	CONSTRAINT "jobs_finished" CHECK (("jobs"."status" in ('COMPLETED', 'FAILED', 'CANCELLED')) = ("jobs"."finished_at" is not null)),
	CONSTRAINT "jobs_failed_says_why" CHECK ("jobs"."status" <> 'FAILED' or "jobs"."error_code" is not null)
);
--> statement-breakpoint
CREATE TABLE "provider_paces" (
	"provider" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tested_documents" (
	"hash" text PRIMARY KEY NOT NULL,
	"recipe" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"kept_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "principals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"anon_hash" text,
	"browser_chose_id" boolean DEFAULT false NOT NULL,
	"username" text,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"picture" text,
	"issuer" text,
	"subject" text,
	"development_admin" boolean DEFAULT false NOT NULL,
	"approved_creator_at" timestamp with time zone,
	"asked_approval_at" timestamp with time zone,
	"creator_terms" text,
	"creator_terms_at" timestamp with time zone,
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
	"proven_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('browser', 'token'))
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"invited_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "waitlist_entries_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"jurisdiction" text,
	"currency" text NOT NULL,
	"book" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("kind","owner_id","jurisdiction","currency","book"),
	CONSTRAINT "ledger_accounts_book" UNIQUE("id","currency","book"),
	CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('gateway','platform','creator','unclaimed','owed_back','contested','set_aside','processor_fees','provider_costs','provider_payables','in_transit','payout_fees','bad_debt','tax_payable','referrer','own_runs')),
	CONSTRAINT "ledger_accounts_taxing" CHECK (("ledger_accounts"."jurisdiction" is not null) = ("ledger_accounts"."kind" = 'tax_payable')),
	CONSTRAINT "ledger_accounts_owned" CHECK (("ledger_accounts"."owner_id" is not null) = ("ledger_accounts"."kind" in ('creator','unclaimed','referrer')))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"payment_id" uuid,
	"workflow_id" uuid,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"book" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_in" text DEFAULT pg_current_xact_id()::text NOT NULL,
	CONSTRAINT "ledger_entries_key" UNIQUE("key"),
	CONSTRAINT "ledger_entries_book" UNIQUE("id","currency","book"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture','refund','refund_failed','dispute_opened','dispute_won','dispute_lost','dispute_reopened','dispute_raised','dispute_lowered','processor_fee','dispute_fee','provider_cost','free_run','payout','transfer_made','transfer_refused','payout_returned','payout_cost','reversal','adjustment','bad_debt')),
	CONSTRAINT "ledger_entries_subject_type" CHECK ("ledger_entries"."subject_type" in ('payment','payout','adjustment','job')),
	CONSTRAINT "ledger_entries_subject" CHECK ("ledger_entries"."subject_type" <> 'payment' or ("ledger_entries"."payment_id" is not null and "ledger_entries"."payment_id" = "ledger_entries"."subject_id" and "ledger_entries"."workflow_id" is not null)),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" between 1 and 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"book" text NOT NULL,
	"amount" bigint NOT NULL,
	"share_percent" integer,
	"clears_at" timestamp with time zone,
	"commission_percent" integer,
	"commission_covered" integer,
	CONSTRAINT "ledger_postings_amount" CHECK ("ledger_postings"."amount" <> 0 and abs("ledger_postings"."amount") <= 1000000000000),
	CONSTRAINT "ledger_postings_share" CHECK ("ledger_postings"."share_percent" between 0 and 100),
	CONSTRAINT "ledger_postings_commission" CHECK ("ledger_postings"."commission_percent" between 1 and 100 and "ledger_postings"."commission_covered" >= 0 and num_nulls("ledger_postings"."commission_percent", "ledger_postings"."commission_covered") in (0, 2)),
	CONSTRAINT "ledger_postings_clearing_line" CHECK (num_nonnulls("ledger_postings"."share_percent", "ledger_postings"."commission_percent") = num_nonnulls("ledger_postings"."clears_at"))
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"kind" text NOT NULL,
	"public" boolean DEFAULT false NOT NULL,
	"sealed" boolean DEFAULT false NOT NULL,
	"token" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"extension" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"preview_key" text,
	"link_hash" text,
	"placeholder" text,
	"signed_by" text,
	"as_sent_key" text,
	"verdict" text,
	"verdict_by" text,
	"used_at" timestamp with time zone,
	"kept_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"purged_at" timestamp with time zone,
	CONSTRAINT "media_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "media_as_sent_key_unique" UNIQUE("as_sent_key"),
	CONSTRAINT "media_origin" CHECK ("media"."origin" in ('upload', 'generated')),
	CONSTRAINT "media_kind" CHECK ("media"."kind" in ('image', 'video', 'audio')),
	CONSTRAINT "media_verdict" CHECK ("media"."verdict" in ('allow', 'review', 'refuse')),
	CONSTRAINT "media_sealed" CHECK (not ("media"."sealed" and "media"."public")),
	CONSTRAINT "media_bytes" CHECK ("media"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "media_features" (
	"media_id" uuid PRIMARY KEY NOT NULL,
	"features" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_variants" (
	"media_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "media_variants_media_id_width_format_pk" PRIMARY KEY("media_id","width","format"),
	CONSTRAINT "media_variants_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "media_variants_format" CHECK ("media_variants"."format" in ('webp', 'avif'))
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"chain" text NOT NULL,
	"sealed_key" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reporter_id" uuid,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"score" real,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"notified_at" timestamp with time zone,
	CONSTRAINT "reports_subject_type" CHECK ("reports"."subject_type" in ('workflow', 'creation', 'collection')),
	CONSTRAINT "reports_source" CHECK ("reports"."source" in ('visitor', 'classifier')),
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('open', 'resolved', 'dismissed')),
	CONSTRAINT "reports_voice" CHECK (("reports"."source" = 'visitor') = ("reports"."reporter_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "letter_addresses" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"address" text,
	"message_id" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "letters_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "letters_state" CHECK ("letters"."state" in ('queued', 'sending', 'sent', 'failed')),
	CONSTRAINT "letters_leased" CHECK (("letters"."state" = 'sending') = ("letters"."leased_until" is not null)),
	CONSTRAINT "letters_ended" CHECK (("letters"."state" in ('sent', 'failed')) = ("letters"."ended_at" is not null)),
	CONSTRAINT "letters_addressed_until" CHECK ("letters"."address" is not null or "letters"."ended_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notices_once" UNIQUE("kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "unsubscriptions" (
	"reader" text NOT NULL,
	"letter_group" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unsubscriptions_reader_letter_group_pk" PRIMARY KEY("reader","letter_group")
);
--> statement-breakpoint
CREATE TABLE "cancelled_runs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"network" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_transactions" (
	"book" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"intent_id" text,
	"net" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gateway_transactions_book_id_pk" PRIMARY KEY("book","id")
);
--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"state" text NOT NULL,
	"phase" text NOT NULL,
	"reason" text NOT NULL,
	"due_by" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_amount" CHECK ("payment_disputes"."amount" > 0 and "payment_disputes"."fee" >= 0),
	CONSTRAINT "payment_disputes_state" CHECK ("payment_disputes"."state" in ('inquiry','opened','won','lost')),
	CONSTRAINT "payment_disputes_phase" CHECK ("payment_disputes"."phase" in ('needs_response','under_review','ended','appealed'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"gateway_refund_id" text,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"by" text DEFAULT 'operator' NOT NULL,
	"code" text,
	"note" text,
	"request_key" text,
	"failure" text,
	"key_number" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount" > 0),
	CONSTRAINT "payment_refunds_state" CHECK ("payment_refunds"."state" in ('requested','pending','succeeded','failed')),
	CONSTRAINT "payment_refunds_by" CHECK ("payment_refunds"."by" in ('creator','operator','case','gateway','rule')),
	CONSTRAINT "payment_refunds_code" CHECK (("payment_refunds"."by" = 'creator') = ("payment_refunds"."code" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"buyer_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"license" text NOT NULL,
	"creator_id" uuid,
	"share_percent" integer NOT NULL,
	"amount" integer NOT NULL,
	"full_price" integer,
	"code_id" uuid,
	"currency" text NOT NULL,
	"tax" integer DEFAULT 0 NOT NULL,
	"taxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"gateway" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"book" text GENERATED ALWAYS AS (case when test_mode then 'test:' || gateway else 'live' end) STORED NOT NULL,
	"session_id" text,
	"intent_id" text,
	"capture_before" timestamp with time zone,
	"card" text,
	"network" text,
	"likeness" text,
	"prepaid" boolean DEFAULT false NOT NULL,
	"user_inputs" jsonb,
	"made_from" uuid,
	"public" boolean NOT NULL,
	"terms_version" text,
	"came_from" text,
	"referrer_id" uuid,
	"referral_percent" integer,
	"wider_network" text,
	"job_id" uuid,
	"creation_id" uuid,
	"draws" integer,
	"proofs_shown" integer DEFAULT 0 NOT NULL,
	"decide_by" timestamp with time zone,
	"provider_cost" integer DEFAULT 0 NOT NULL,
	"captured" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"disputed" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"retry_at" timestamp with time zone,
	"key_number" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"session_expires_at" timestamp with time zone NOT NULL,
	"authorized_at" timestamp with time zone,
	"unused_since" timestamp with time zone,
	"captured_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_referral" CHECK (num_nulls("payments"."referrer_id", "payments"."referral_percent") in (0, 2) and "payments"."referral_percent" between 0 and 100),
	CONSTRAINT "payments_code" CHECK ("payments"."code_id" is null or "payments"."full_price" is not null),
	CONSTRAINT "payments_undecided" CHECK (("payments"."decide_by" is not null) = ("payments"."state" = 'delivered')),
	CONSTRAINT "payments_proofs" CHECK ("payments"."proofs_shown" between 0 and coalesce("payments"."draws", 0) and ("payments"."draws" is null or "payments"."draws" between 1 and 3)),
	CONSTRAINT "payments_likeness" CHECK ("payments"."likeness" in ('card','network')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created','authorized','delivered','capture_requested','captured','capture_failed','release_requested','released','expired','captured_undelivered')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" between 50 and 100000),
	CONSTRAINT "payments_full_price" CHECK ("payments"."full_price" > "payments"."amount"),
	CONSTRAINT "payments_tax" CHECK ("payments"."tax" >= 0 and "payments"."tax" < "payments"."amount"),
	CONSTRAINT "payments_captured_amount" CHECK ("payments"."captured" between 0 and "payments"."amount"),
	CONSTRAINT "payments_captured_when" CHECK (("payments"."captured" > 0) = ("payments"."state" in ('captured','captured_undelivered'))),
	CONSTRAINT "payments_delivered" CHECK (("payments"."creation_id" is not null) = ("payments"."state" in ('delivered','capture_requested','captured','capture_failed'))),
	CONSTRAINT "payments_used" CHECK ("payments"."job_id" is null or "payments"."state" in ('authorized','delivered','capture_requested','captured','capture_failed')),
	CONSTRAINT "payments_reached" CHECK ("payments"."state" in ('created','expired') or ("payments"."session_id" is not null and "payments"."authorized_at" is not null)),
	CONSTRAINT "payments_taken_back" CHECK ("payments"."refunded" >= 0 and "payments"."disputed" >= 0 and ("payments"."state" in ('captured','captured_undelivered') or "payments"."refunded" + "payments"."disputed" = 0)),
	CONSTRAINT "payments_came_from" CHECK (length("payments"."came_from") <= 68),
	CONSTRAINT "payments_lost" CHECK ("payments"."lost" between 0 and "payments"."disputed"),
	CONSTRAINT "payments_share" CHECK ("payments"."share_percent" between 0 and 100),
	CONSTRAINT "payments_own_run" CHECK ("payments"."creator_id" is not null or ("payments"."test_mode" and "payments"."share_percent" = 0 and "payments"."code_id" is null and "payments"."referrer_id" is null))
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"compared" integer NOT NULL,
	"differences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"session_id" text,
	"intent_id" text,
	"payment_id" text,
	"warning" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "webhook_events_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"book" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"corrects" uuid,
	"amount" integer NOT NULL,
	"taxes" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_amount" CHECK ("credit_notes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"book" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"workflow_name" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"taxes" jsonb NOT NULL,
	"supplied_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"operator" jsonb NOT NULL,
	"buyer" jsonb,
	"sealed_at" timestamp with time zone,
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "paper_names" (
	"principal_id" uuid PRIMARY KEY NOT NULL,
	"party" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper_numbers" (
	"book" text NOT NULL,
	"series" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "paper_numbers_book_series_pk" PRIMARY KEY("book","series"),
	CONSTRAINT "paper_numbers_last" CHECK ("paper_numbers"."last" >= 1)
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"gateway" text NOT NULL,
	"state" text NOT NULL,
	"account_id" text,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"missing_by" timestamp with time zone,
	"country" text,
	"bank_last4" text,
	"bank_hash" text,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	"bank_changed_at" timestamp with time zone,
	"usable_from" timestamp with time zone,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_state" CHECK ("payout_accounts"."state" in ('none','started','restricted','ready','rejected','closed')),
	CONSTRAINT "payout_accounts_ready" CHECK ("payout_accounts"."state" <> 'ready' or "payout_accounts"."usable_from" is not null)
);
--> statement-breakpoint
CREATE TABLE "payout_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_adjustments_kind" CHECK ("payout_adjustments"."kind" in ('adjustment','bad_debt')),
	CONSTRAINT "payout_adjustments_amount" CHECK ("payout_adjustments"."amount" <> 0 and ("payout_adjustments"."kind" = 'adjustment' or "payout_adjustments"."amount" > 0))
);
--> statement-breakpoint
CREATE TABLE "payout_delays" (
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"run_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"amount" bigint,
	"since" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_delays_principal_id_book_pk" PRIMARY KEY("principal_id","book"),
	CONSTRAINT "payout_delays_cause" CHECK ("payout_delays"."cause" in ('failure','balance'))
);
--> statement-breakpoint
CREATE TABLE "payout_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"amount" bigint,
	"code" text NOT NULL,
	"cause" text,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"lifted_at" timestamp with time zone,
	"lifted_by" text,
	CONSTRAINT "payout_holds_code" CHECK ("payout_holds"."code" in ('banned','operator','young_account','bank_changed','fraud_warning','likeness','concentration','dispute_rate','open_disputes','referral')),
	CONSTRAINT "payout_holds_amount" CHECK ("payout_holds"."amount" > 0),
	CONSTRAINT "payout_holds_set_by" CHECK ("payout_holds"."set_by" in ('rule','admin')),
	CONSTRAINT "payout_holds_lifted" CHECK (("payout_holds"."lifted_at" is null) = ("payout_holds"."lifted_by" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_parts" (
	"payout_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"amount" bigint NOT NULL,
	CONSTRAINT "payout_parts_payout_id_position_pk" PRIMARY KEY("payout_id","position"),
	CONSTRAINT "payout_parts_kind" CHECK ("payout_parts"."kind" in ('sale','commission','free_runs','adjustments','returns')),
	CONSTRAINT "payout_parts_payment" CHECK (("payout_parts"."payment_id" is not null) = ("payout_parts"."kind" in ('sale','commission'))),
	CONSTRAINT "payout_parts_amount" CHECK ("payout_parts"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payout_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"confirmed" jsonb,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payout_runs_by" CHECK ("payout_runs"."by" in ('schedule','operator','retry'))
);
--> statement-breakpoint
CREATE TABLE "payout_settings" (
	"principal_id" uuid PRIMARY KEY NOT NULL,
	"minimum" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_settings_minimum" CHECK ("payout_settings"."minimum" between 1000 and 100000)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"principal_id" uuid NOT NULL,
	"book" text NOT NULL,
	"gateway" text NOT NULL,
	"account_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"makeup" jsonb NOT NULL,
	"state" text NOT NULL,
	"transfer_id" text,
	"reversed" bigint DEFAULT 0 NOT NULL,
	"times_taken" integer DEFAULT 1 NOT NULL,
	"times_returned" integer DEFAULT 0 NOT NULL,
	"key_number" integer DEFAULT 1 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"failure" text,
	"reason" text,
	"reversal_reason" text,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"arrives_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('scheduled','sending','in_transit','paid','failed','returned','cancelled')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0 and "payouts"."reversed" between 0 and "payouts"."amount"),
	CONSTRAINT "payouts_sent" CHECK ("payouts"."transfer_id" is not null or "payouts"."state" in ('scheduled','sending','failed','cancelled')),
	CONSTRAINT "payouts_returned" CHECK (("payouts"."reversed" = "payouts"."amount") = ("payouts"."state" = 'returned'))
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"kind" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	CONSTRAINT "statement_lines_kind_posting_id_pk" PRIMARY KEY("kind","posting_id")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"book" text NOT NULL,
	"currency" text NOT NULL,
	"principal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"month" text NOT NULL,
	"payout_id" uuid,
	"position" integer NOT NULL,
	"opening" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"line_count" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"payout" jsonb,
	"operator" jsonb NOT NULL,
	"csv" text NOT NULL,
	"sha256" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statements_kind" CHECK ("statements"."kind" in ('month','payout')),
	CONSTRAINT "statements_of" CHECK (("statements"."kind" = 'payout') = ("statements"."payout_id" is not null)),
	CONSTRAINT "statements_lines" CHECK ("statements"."line_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"follower_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_once" UNIQUE("follower_id","followed_id")
);
--> statement-breakpoint
CREATE TABLE "storefronts" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"show_picture" boolean NOT NULL,
	"lines" text[] NOT NULL,
	"links" jsonb NOT NULL,
	"featured_id" uuid,
	"workflow_order" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer,
	"workflow_ids" uuid[] NOT NULL,
	"from_at" timestamp with time zone,
	"until_at" timestamp with time zone,
	"total" integer,
	"per_buyer" integer NOT NULL,
	"run_cost" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "codes_kind" CHECK ("codes"."kind" in ('percent', 'amount', 'free')),
	CONSTRAINT "codes_value" CHECK (("codes"."kind" = 'free') = ("codes"."value" is null) and ("codes"."kind" <> 'free' or "codes"."total" is not null) and ("codes"."value" is null or "codes"."value" >= 1) and ("codes"."kind" <> 'percent' or "codes"."value" <= 90)),
	CONSTRAINT "codes_limits" CHECK ("codes"."total" >= 1 and "codes"."per_buyer" >= 1),
	CONSTRAINT "codes_run_cost" CHECK ("codes"."run_cost" >= 0 and ("codes"."run_cost" = 0 or "codes"."kind" = 'free')),
	CONSTRAINT "codes_state" CHECK ("codes"."state" in ('draft', 'active', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "referral_days" (
	"referrer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "referral_days_referrer_id_day_pk" PRIMARY KEY("referrer_id","day")
);
--> statement-breakpoint
CREATE TABLE "counted_days" (
	"day" date PRIMARY KEY NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health_pauses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"failed" integer NOT NULL,
	"judged" integer NOT NULL,
	"step" text,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "health_pauses_ended" CHECK (("health_pauses"."ended_at" is null) = ("health_pauses"."ended_by" is null)),
	CONSTRAINT "health_pauses_ended_by" CHECK ("health_pauses"."ended_by" in ('run', 'test', 'check', 'version'))
);
--> statement-breakpoint
CREATE TABLE "links" (
	"workflow_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "links_workflow_id_name_pk" PRIMARY KEY("workflow_id","name")
);
--> statement-breakpoint
CREATE TABLE "workflow_days" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"book" text NOT NULL,
	"runs" integer NOT NULL,
	"delivered" integer NOT NULL,
	"checkouts" integer NOT NULL,
	"authorized" integer NOT NULL,
	"sales" integer NOT NULL,
	"paid" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"disputed" bigint NOT NULL,
	"earned" bigint NOT NULL,
	CONSTRAINT "workflow_days_workflow_id_day_version_source_book_pk" PRIMARY KEY("workflow_id","day","version","source","book")
);
--> statement-breakpoint
CREATE TABLE "workflow_forms" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"left_step" integer NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "workflow_forms_workflow_id_day_version_left_step_pk" PRIMARY KEY("workflow_id","day","version","left_step")
);
--> statement-breakpoint
CREATE TABLE "workflow_shares" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "workflow_shares_workflow_id_day_pk" PRIMARY KEY("workflow_id","day")
);
--> statement-breakpoint
CREATE TABLE "analytics_days" (
	"day" date PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"distinct_id" text NOT NULL,
	"properties" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"counts" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_visits" (
	"workflow_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"visits" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "workflow_visits_workflow_id_day_version_source_pk" PRIMARY KEY("workflow_id","day","version","source")
);
--> statement-breakpoint
CREATE TABLE "launch_prices" (
	"workflow_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	CONSTRAINT "launch_prices_time" CHECK ("launch_prices"."from_at" <= "launch_prices"."until_at")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_words" (
	"word" text NOT NULL,
	"week" date NOT NULL,
	"seen" bigint NOT NULL,
	CONSTRAINT "searched_words_word_week_pk" PRIMARY KEY("word","week")
);
--> statement-breakpoint
CREATE TABLE "workflow_tallies" (
	"output_kind" text NOT NULL,
	"free" boolean NOT NULL,
	"category" text,
	"listed" integer NOT NULL,
	"summed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"recipe" jsonb NOT NULL,
	"price" integer NOT NULL,
	"cost" integer NOT NULL,
	"license" text NOT NULL,
	"bytes" integer,
	"note" text,
	"creator_terms" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workflow_versions_workflow_id_version_pk" PRIMARY KEY("workflow_id","version"),
	CONSTRAINT "workflow_versions_cost" CHECK ("workflow_versions"."cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"handle" text NOT NULL,
	"price" integer NOT NULL,
	"generation_time" double precision NOT NULL,
	"output_type" text NOT NULL,
	"output_kind" text NOT NULL,
	"license" text NOT NULL,
	"launch_price" integer,
	"launch_until" timestamp with time zone,
	"launch_lowest" integer,
	"category" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"sample_media_id" uuid,
	"remix_count" integer DEFAULT 0 NOT NULL,
	"proofs_kept" integer DEFAULT 0 NOT NULL,
	"proofs_ended" integer DEFAULT 0 NOT NULL,
	"tested" boolean DEFAULT false NOT NULL,
	"last_runs" integer DEFAULT 0 NOT NULL,
	"last_runs_delivered" integer DEFAULT 0 NOT NULL,
	"measured_time_ms" integer,
	"slow_time_ms" integer,
	"popularity" integer DEFAULT 0 NOT NULL,
	"trending" integer DEFAULT 0 NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oOlLdDhHitT')), 'A') || setweight(to_tsvector('simple', handle), 'B') || setweight(to_tsvector('simple', coalesce(tags[1], '') || ' ' || coalesce(tags[2], '') || ' ' || coalesce(tags[3], '') || ' ' || coalesce(tags[4], '') || ' ' || coalesce(tags[5], '')), 'B') || setweight(to_tsvector('english', translate(regexp_replace(normalize(name || ' ' || description, NFKD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oOlLdDhHitT')), 'C')) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"listed_at" timestamp with time zone,
	"waiting" boolean DEFAULT false NOT NULL,
	"failing_at" timestamp with time zone,
	"gone_model" text,
	"state" text DEFAULT 'listed' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "workflows_price" CHECK ("workflows"."price" = 0 or "workflows"."price" between 50 and 100000),
	CONSTRAINT "workflows_launch" CHECK (num_nulls("workflows"."launch_price", "workflows"."launch_until", "workflows"."launch_lowest") in (0, 3) and ("workflows"."launch_price" is null or "workflows"."launch_price" between 50 and "workflows"."price" - 1)),
	CONSTRAINT "workflows_version" CHECK ("workflows"."version" >= 1),
	CONSTRAINT "workflows_output_kind" CHECK ("workflows"."output_kind" in ('image', 'video')),
	CONSTRAINT "workflows_category" CHECK ("workflows"."category" in ('gifts', 'photos', 'posters', 'cards', 'pets', 'places', 'films', 'business', 'art')),
	CONSTRAINT "workflows_tags_most" CHECK (cardinality(tags) <= 5),
	CONSTRAINT "workflows_state" CHECK ("workflows"."state" in ('listed', 'unlisted', 'paused')),
	CONSTRAINT "workflows_license" CHECK ("workflows"."license" in ('personal', 'commercial', 'cc-by'))
);
--> statement-breakpoint
ALTER TABLE "manual_transfers" ADD CONSTRAINT "manual_transfers_account_id_manual_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."manual_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_creator_id_principals_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_payment_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."payment_disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_notes" ADD CONSTRAINT "dispute_notes_dispute_id_payment_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."payment_disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_files" ADD CONSTRAINT "creation_files_creation_id_creations_id_fk" FOREIGN KEY ("creation_id") REFERENCES "public"."creations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_files" ADD CONSTRAINT "creation_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_whole_media_id_media_id_fk" FOREIGN KEY ("whole_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_workflow_id_workflow_version_workflow_versions_workflow_id_version_fk" FOREIGN KEY ("workflow_id","workflow_version") REFERENCES "public"."workflow_versions"("workflow_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_drafts" ADD CONSTRAINT "workflow_drafts_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_drafts" ADD CONSTRAINT "workflow_drafts_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attempts" ADD CONSTRAINT "job_attempts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_creation_id_creations_id_fk" FOREIGN KEY ("creation_id") REFERENCES "public"."creations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_document_hash_tested_documents_hash_fk" FOREIGN KEY ("document_hash") REFERENCES "public"."tested_documents"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_early_media_id_media_id_fk" FOREIGN KEY ("early_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_usernames" ADD CONSTRAINT "past_usernames_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "principals" ADD CONSTRAINT "principals_claimed_by_principals_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("entry_id","currency","book") REFERENCES "public"."ledger_entries"("id","currency","book") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account" FOREIGN KEY ("account_id","currency","book") REFERENCES "public"."ledger_accounts"("id","currency","book") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_signed_by_signing_keys_fingerprint_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."signing_keys"("fingerprint") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_features" ADD CONSTRAINT "media_features_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_variants" ADD CONSTRAINT "media_variants_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_principals_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_principals_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_addresses" ADD CONSTRAINT "letter_addresses_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancelled_runs" ADD CONSTRAINT "cancelled_runs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_buyer_id_principals_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_creator_id_principals_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_referrer_id_principals_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_corrects_credit_notes_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_names" ADD CONSTRAINT "paper_names_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD CONSTRAINT "payout_adjustments_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_delays" ADD CONSTRAINT "payout_delays_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_delays" ADD CONSTRAINT "payout_delays_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_parts" ADD CONSTRAINT "payout_parts_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_settings" ADD CONSTRAINT "payout_settings_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_principals_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_principals_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_days" ADD CONSTRAINT "referral_days_referrer_id_principals_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_pauses" ADD CONSTRAINT "health_pauses_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_visits" ADD CONSTRAINT "workflow_visits_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launch_prices" ADD CONSTRAINT "launch_prices_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_owner_id_principals_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_sample_media_id_media_id_fk" FOREIGN KEY ("sample_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_letters_created" ON "inbox_letters" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "manual_accounts_link" ON "manual_accounts" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "manual_transfers_account" ON "manual_transfers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "manual_transfers_created" ON "manual_transfers" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cases_payment" ON "cases" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "cases_creator" ON "cases" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "cases_undecided" ON "cases" USING btree ("id") WHERE state in ('open','answered');--> statement-breakpoint
CREATE INDEX "cases_clock" ON "cases" USING btree ("answer_by") WHERE operator_since is null and state in ('open','answered');--> statement-breakpoint
CREATE INDEX "cases_at_once" ON "cases" USING btree ("decided_at") WHERE decided_by = 'machine';--> statement-breakpoint
CREATE INDEX "cases_kept" ON "cases" USING btree ("created_at") WHERE card is not null or network is not null;--> statement-breakpoint
CREATE INDEX "cases_worded" ON "cases" USING btree ("decided_at") WHERE text is not null or answer is not null;--> statement-breakpoint
CREATE INDEX "dispute_evidence_requested" ON "dispute_evidence" USING btree ("requested_at") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX "collections_owner" ON "collections" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "creation_files_media" ON "creation_files" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "creation_tallies_workflow" ON "creation_tallies" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "creation_tallies_fresh" ON "creation_tallies" USING btree ("workflow_id") WHERE not summed;--> statement-breakpoint
CREATE INDEX "creations_gallery" ON "creations" USING btree ("workflow_id","delivered_at","id") WHERE public and delivered_at is not null and deleted_at is null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "creations_wall" ON "creations" USING btree ("delivered_at","id","workflow_id") WHERE public and delivered_at is not null and deleted_at is null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "creations_workflow" ON "creations" USING btree ("workflow_id","owner_id");--> statement-breakpoint
CREATE INDEX "creations_made_from" ON "creations" USING btree ("made_from") WHERE made_from is not null and public and delivered_at is not null and deleted_at is null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "creations_owner" ON "creations" USING btree ("owner_id","delivered_at","id","public","hidden_at") WHERE delivered_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "creations_person" ON "creations" USING btree ("owner_id","deleted_at");--> statement-breakpoint
CREATE INDEX "creations_recent" ON "creations" USING btree ("delivered_at","workflow_id") WHERE delivered_at is not null;--> statement-breakpoint
CREATE INDEX "creations_unforgotten" ON "creations" USING btree ("deleted_at") WHERE deleted_at is not null and inputs <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "workflow_drafts_owner" ON "workflow_drafts" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_drafts_workflow" ON "workflow_drafts" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "job_steps_media" ON "job_steps" USING btree ("media_id") WHERE media_id is not null;--> statement-breakpoint
CREATE INDEX "job_steps_slots" ON "job_steps" USING btree ("provider") WHERE slot is not null;--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_workflow" ON "jobs" USING btree ("workflow_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_code" ON "jobs" USING btree ("code_id","owner_id") WHERE code_id is not null;--> statement-breakpoint
CREATE INDEX "jobs_code_unfinished" ON "jobs" USING btree ("workflow_id") WHERE code_book is not null and status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ((case status when 'QUEUED' then turn else 0 end),"id") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_owner_unfinished" ON "jobs" USING btree ("owner_id") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_network_unfinished" ON "jobs" USING btree ("network") WHERE network is not null and status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_in_line" ON "jobs" USING btree ("turn") WHERE in_line;--> statement-breakpoint
CREATE INDEX "jobs_payment" ON "jobs" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "jobs_tests" ON "jobs" USING btree ("owner_id","created_at") WHERE test;--> statement-breakpoint
CREATE INDEX "jobs_document" ON "jobs" USING btree ("document_hash") WHERE document_hash is not null;--> statement-breakpoint
CREATE INDEX "jobs_document_created" ON "jobs" USING btree ("created_at") WHERE document_hash is not null;--> statement-breakpoint
CREATE INDEX "jobs_queued" ON "jobs" USING btree ("created_at") WHERE status = 'QUEUED';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_request_key" ON "jobs" USING btree ("request_key") WHERE request_key is not null;--> statement-breakpoint
CREATE INDEX "past_usernames_principal" ON "past_usernames" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "past_usernames_kept_until" ON "past_usernames" USING btree ("kept_until");--> statement-breakpoint
CREATE UNIQUE INDEX "principals_username" ON "principals" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "principals_subject" ON "principals" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "principals_claimed_by" ON "principals" USING btree ("claimed_by");--> statement-breakpoint
CREATE INDEX "principals_creators" ON "principals" USING btree ("id") WHERE "principals"."approved_creator_at" is not null or "principals"."asked_approval_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_principal" ON "sessions" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "ledger_accounts_owner" ON "ledger_accounts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_payment" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_workflow" ON "ledger_entries" USING btree ("workflow_id","occurred_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_subject_of" ON "ledger_entries" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_seq" ON "ledger_entries" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_entry" ON "ledger_postings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_account" ON "ledger_postings" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "media_owner" ON "media" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "media_unused" ON "media" USING btree ("created_at") WHERE "media"."used_at" is null and "media"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "media_deleted" ON "media" USING btree ("deleted_at") WHERE "media"."deleted_at" is not null and "media"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open" ON "reports" USING btree ("subject_type","subject_id","source","reporter_id") WHERE "reports"."status" = 'open';--> statement-breakpoint
CREATE INDEX "reports_queue" ON "reports" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "reports_unnotified" ON "reports" USING btree ("id") WHERE notified_at is null and status = 'open';--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "letter_addresses_owner" ON "letter_addresses" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "letter_addresses_address" ON "letter_addresses" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "letter_addresses_created" ON "letter_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "letters_notice" ON "letters" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("next_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "letters_addressed" ON "letters" USING btree ("address","created_at") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "notices_owner" ON "notices" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("owner_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cancelled_runs_payment" ON "cancelled_runs" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "cancelled_runs_network" ON "cancelled_runs" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "cancelled_runs_at" ON "cancelled_runs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "gateway_transactions_intent" ON "gateway_transactions" USING btree ("book","intent_id");--> statement-breakpoint
CREATE INDEX "gateway_transactions_occurred" ON "gateway_transactions" USING btree ("book","occurred_at");--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_disputes_created" ON "payment_disputes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_disputes_due" ON "payment_disputes" USING btree ("due_by") WHERE phase = 'needs_response';--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_events_at" ON "payment_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "payment_events_warning" ON "payment_events" USING btree ("payment_id") WHERE name = 'gateway.warning';--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_request" ON "payment_refunds" USING btree ("request_key") WHERE request_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_gateway" ON "payment_refunds" USING btree ("gateway_refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_session" ON "payments" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_job" ON "payments" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_creation" ON "payments" USING btree ("creation_id");--> statement-breakpoint
CREATE INDEX "payments_buyer" ON "payments" USING btree ("buyer_id","workflow_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("moved_at") WHERE state in ('created','authorized','delivered','capture_requested','release_requested');--> statement-breakpoint
CREATE INDEX "payments_book" ON "payments" USING btree ("book","state") WHERE state in ('created','authorized','delivered','capture_requested','release_requested');--> statement-breakpoint
CREATE INDEX "payments_remembered" ON "payments" USING btree ("moved_at") WHERE user_inputs is not null;--> statement-breakpoint
CREATE INDEX "payments_workflow" ON "payments" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "payments_warned" ON "payments" USING btree ("warned_at") WHERE warned_at is not null;--> statement-breakpoint
CREATE INDEX "payments_sold" ON "payments" USING btree ("creator_id","captured_at","id") WHERE state = 'captured';--> statement-breakpoint
CREATE INDEX "payments_card" ON "payments" USING btree ("card") WHERE card is not null;--> statement-breakpoint
CREATE INDEX "payments_network" ON "payments" USING btree ("network") WHERE network is not null;--> statement-breakpoint
CREATE INDEX "payments_creator" ON "payments" USING btree ("creator_id","captured_at");--> statement-breakpoint
CREATE INDEX "payments_undecided" ON "payments" USING btree ("decide_by") WHERE state = 'delivered';--> statement-breakpoint
CREATE INDEX "payments_code" ON "payments" USING btree ("code_id","buyer_id") WHERE code_id is not null;--> statement-breakpoint
CREATE INDEX "payments_referrer" ON "payments" USING btree ("referrer_id","captured_at") WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_number" ON "credit_notes" USING btree ("book","number");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_refund" ON "credit_notes" USING btree ("refund_id") WHERE corrects is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_corrects" ON "credit_notes" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("book","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_payment" ON "invoices" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_once" ON "payout_accounts" USING btree ("principal_id","book","gateway");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_account" ON "payout_accounts" USING btree ("gateway","account_id");--> statement-breakpoint
CREATE INDEX "payout_adjustments_principal" ON "payout_adjustments" USING btree ("principal_id","id");--> statement-breakpoint
CREATE INDEX "payout_delays_run" ON "payout_delays" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "payout_holds_principal" ON "payout_holds" USING btree ("principal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_holds_cause" ON "payout_holds" USING btree ("principal_id","book","code","cause") WHERE cause is not null and lifted_at is null;--> statement-breakpoint
CREATE INDEX "payout_parts_payment" ON "payout_parts" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_runs_due" ON "payout_runs" USING btree ("book","by","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_once" ON "payouts" USING btree ("run_id","principal_id","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_waiting" ON "payouts" USING btree ("principal_id","book","currency") WHERE state in ('scheduled','sending');--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transfer" ON "payouts" USING btree ("gateway","transfer_id");--> statement-breakpoint
CREATE INDEX "payouts_principal" ON "payouts" USING btree ("principal_id","id");--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("moved_at") WHERE state in ('scheduled','sending','in_transit');--> statement-breakpoint
CREATE INDEX "statement_lines_statement" ON "statement_lines" USING btree ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statements_number" ON "statements" USING btree ("book","number");--> statement-breakpoint
CREATE UNIQUE INDEX "statements_month" ON "statements" USING btree ("principal_id","book","currency","month") WHERE kind = 'month';--> statement-breakpoint
CREATE UNIQUE INDEX "statements_payout" ON "statements" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statements_position" ON "statements" USING btree ("principal_id","book","currency","kind","position");--> statement-breakpoint
CREATE INDEX "statements_principal" ON "statements" USING btree ("principal_id","id");--> statement-breakpoint
CREATE INDEX "follows_followed" ON "follows" USING btree ("followed_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "codes_code" ON "codes" USING btree ("owner_id","code");--> statement-breakpoint
CREATE INDEX "health_pauses_workflow" ON "health_pauses" USING btree ("workflow_id","began_at");--> statement-breakpoint
CREATE INDEX "health_pauses_due" ON "health_pauses" USING btree ("next_try_at") WHERE ended_at is null and next_try_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "health_pauses_open" ON "health_pauses" USING btree ("workflow_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "analytics_events_event" ON "analytics_events" USING btree ("event","received_at");--> statement-breakpoint
CREATE INDEX "launch_prices_workflow" ON "launch_prices" USING btree ("workflow_id","until_at");--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "searched_words_week" ON "searched_words" USING btree ("week");--> statement-breakpoint
CREATE INDEX "workflows_short" ON "workflows" USING btree (right(id::text, 12));--> statement-breakpoint
CREATE INDEX "workflows_listed_newest" ON "workflows" USING btree ("created_at","id","output_kind","price","category") WHERE hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed';--> statement-breakpoint
CREATE INDEX "workflows_listed_trending" ON "workflows" USING btree ("trending","created_at","id","output_kind","price","category") WHERE hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed';--> statement-breakpoint
CREATE INDEX "workflows_listed_popular" ON "workflows" USING btree ("popularity","created_at","id","output_kind","price","category") WHERE hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed';--> statement-breakpoint
CREATE INDEX "workflows_listed_price" ON "workflows" USING btree ("price","created_at","id","output_kind","category") WHERE hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed';--> statement-breakpoint
CREATE INDEX "workflows_listed_category" ON "workflows" USING btree ("category","created_at","id","output_kind","price") WHERE hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed';--> statement-breakpoint
CREATE INDEX "workflows_tags" ON "workflows" USING gin ("tags") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "workflows_waiting" ON "workflows" USING btree ("listed_at") WHERE waiting;--> statement-breakpoint
CREATE INDEX "workflows_failing" ON "workflows" USING btree ("failing_at") WHERE failing_at is not null;--> statement-breakpoint
CREATE INDEX "workflows_gone_model" ON "workflows" USING btree ("id") WHERE gone_model is not null;--> statement-breakpoint
CREATE INDEX "workflows_owner" ON "workflows" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "workflows_sample" ON "workflows" USING btree ("sample_media_id") WHERE sample_media_id is not null;--> statement-breakpoint
CREATE INDEX "workflows_search" ON "workflows" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "workflows_handle" ON "workflows" USING btree ("handle","created_at");