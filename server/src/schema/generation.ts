import type { UserInputs } from '@vignette/contract/creations.ts'
import type { FaceAnswer } from '@vignette/contract/face-words.ts'
import type { JobStatus } from '@vignette/contract/jobs.ts'
import type { RunSource } from '@vignette/contract/own-workflows.ts'
import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Recipe } from '../features/workflows/rules-recipe.ts'
import type { Operation } from '../providers/generation/spec.ts'
import { creations } from './creations.ts'
import { principals } from './identity.ts'
import { media } from './media.ts'
import { owned } from './owned.ts'
import { type PaymentRow } from './payments.ts'

const RANK = sql`case status when 'QUEUED' then turn else 0 end`
/** A job that has begun goes before all queued jobs. */
export const jobRank = sql`(${RANK})`

/** The recipes that tests run, each stored once by the hash of what a run depends on. */
export const testedDocuments = pgTable('tested_documents', {
  hash: text().primaryKey(),
  recipe: jsonb().$type<Recipe>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** One recipe on many rows of inputs: each row is a job with a creation of its own. */
export const batches = pgTable(
  'batches',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    workflowId: uuid('workflow_id').notNull(),
    workflowVersion: integer('workflow_version').notNull(),
    workflowName: text('workflow_name').notNull(),
    public: boolean().notNull(),
    /** The one authorisation for all rows; null for a free batch. */
    paymentId: uuid('payment_id').unique(),
    /** The request's key, as with jobs. */
    requestKey: text('request_key').unique(),
    /** Rows that have not ended by then are cancelled. */
    endsBy: timestamp('ends_by', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the last row ended and the payment was settled; null until then. */
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    index('batches_owner').on(table.ownerId, table.createdAt, table.id),
    index('batches_unfinished').on(table.ownerId, table.endsBy).where(sql`finished_at is null`),
  ],
)
export type BatchRecord = typeof batches.$inferSelect
owned(batches, {
  owner: 'ownerId',
  claim: 'only accounts',
  deleted: 'keep: it says which recipe ran and when; its rows are jobs',
  export: {
    file: 'batches.json',
    order: batches.createdAt,
    view: (row) => ({
      id: row.id,
      workflow_id: row.workflowId,
      workflow_version: row.workflowVersion,
      workflow_name: row.workflowName,
      public: row.public,
      payment_id: row.paymentId,
      created_at: row.createdAt,
      finished_at: row.finishedAt,
    }),
  },
})

/** A run of a workflow, or a test of a text. Workers lease jobs from this table. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    /** Null for a test, which makes no creation. */
    creationId: uuid('creation_id')
      .unique()
      .references(() => creations.id),
    /** Null for a test of a draft that no workflow was made of yet. */
    workflowId: uuid('workflow_id'),
    /** Null for a test of a draft. */
    workflowVersion: integer('workflow_version'),
    /** What a test runs; null for a remix. */
    documentHash: text('document_hash').references(() => testedDocuments.hash),
    draftId: uuid('draft_id'),
    /** What the seeds are made of instead of the job: a preview's drawing, or the test that this test repeats. */
    seedJobId: uuid('seed_job_id'),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    inputs: jsonb().$type<UserInputs>().notNull(),
    /** The authorisation that pays for the job; payments guards its single use. */
    paymentId: uuid('payment_id'),
    batchId: uuid('batch_id').references(() => batches.id),
    /** The row of the batch, counted from 1. */
    batchRow: integer('batch_row'),
    /** The creator's code that pays for a free run of a priced recipe. */
    codeId: uuid('code_id'),
    /** The book of the creator's balance that pays what such a run costs; null where it costs nothing. */
    codeBook: text('code_book').$type<PaymentRow['book']>(),
    /**
     * A creator's own run, a test or a remix that is no sale: free, and on paid providers within a
     * budget, or a remix paid with test money.
     */
    test: boolean().notNull().default(false),
    /** A run of the operator's first catalogue, drawn at the size of a screen, which is too small to print. */
    screenSize: boolean('screen_size').notNull().default(false),
    /** What the owner said of the faces in the given photos; null without an answer. */
    face: text().$type<FaceAnswer>(),
    /** Whether a browser, an access token or the server itself asked for the run; null where 0.1 wrote the row. */
    runSource: text('run_source').$type<RunSource>(),
    /** How the owner came to the workflow; null for a test and before 0.2. */
    cameFrom: text('came_from').$type<VisitSource>(),
    /** The request's key, so that a repetition with the same Idempotency-Key makes no second job after a crash. */
    requestKey: text('request_key'),
    /** Of the queued jobs of one rank the lowest turn is leased first; each unfinished job of an owner raises the turn of the owner's next job. */
    turn: integer().notNull().default(0),
    /**
     * Estimated CPU seconds of a free run on this machine; 0 for a paid run and for a run without
     * work here.
     */
    freeSeconds: integer('free_seconds').notNull().default(0),
    /** Estimated CPU seconds here of a paid run on a public server, which count until it is charged; else 0. */
    paidSeconds: integer('paid_seconds').notNull().default(0),
    /** A keyed hash of the client's network for a signed-out visitor's run here; removed when the job ends. */
    network: text(),
    /** In line: no worker leases the job until earlier jobs of its owner or network have ended. */
    inLine: boolean('in_line').notNull().default(false),
    costLimit: integer('cost_limit').notNull(),
    generationTimeMs: integer('generation_time_ms').notNull(),
    status: text().$type<JobStatus>().notNull(),
    /** The fencing token: raised by each lease, and named in every write of a worker. */
    attempt: integer().notNull().default(0),
    worker: text(),
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    /** No worker leases the job before this time. */
    wakeAt: timestamp('wake_at', { withTimezone: true }).notNull().defaultNow(),
    /** Raised by each change that watchers may see. */
    seq: integer().notNull().default(1),
    progressStep: integer('progress_step').notNull().default(0),
    progressSteps: integer('progress_steps').notNull(),
    progressLabel: text('progress_label').notNull().default('In line, starting soon'),
    progressPercent: real('progress_percent').notNull().default(0),
    /** The picture that the owner sees while the large file is drawn; deleted when the job ends. */
    earlyMediaId: uuid('early_media_id').references(() => media.id),
    errorCode: text('error_code'),
    /** What the owner of the run reads. */
    errorMessage: text('error_message'),
    /** What the recipe's creator reads where that is more; never shown to a buyer. */
    errorDetail: text('error_detail'),
    deadlineAt: timestamp('deadline_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    index('jobs_owner').on(table.ownerId, table.createdAt),
    index('jobs_workflow').on(table.workflowId, table.createdAt),
    index('jobs_code').on(table.codeId, table.ownerId).where(sql`code_id is not null`),
    index('jobs_code_unfinished')
      .on(table.workflowId)
      .where(sql`code_book is not null and status in ('QUEUED', 'RUNNING')`),
    index('jobs_unfinished')
      .on(sql`(${RANK})`, table.id)
      .where(sql`status in ('QUEUED', 'RUNNING')`),
    index('jobs_owner_unfinished').on(table.ownerId).where(sql`status in ('QUEUED', 'RUNNING')`),
    index('jobs_owner_under_way')
      .on(table.ownerId)
      .where(sql`status in ('QUEUED', 'RUNNING') and not in_line`),
    index('jobs_network_unfinished')
      .on(table.network)
      .where(sql`network is not null and status in ('QUEUED', 'RUNNING')`),
    index('jobs_in_line').on(table.turn).where(sql`in_line`),
    index('jobs_payment').on(table.paymentId).where(sql`payment_id is not null`),
    index('jobs_tests').on(table.ownerId, table.createdAt).where(sql`test`),
    index('jobs_document').on(table.documentHash).where(sql`document_hash is not null`),
    index('jobs_document_created').on(table.createdAt).where(sql`document_hash is not null`),
    index('jobs_queued').on(table.createdAt).where(sql`status = 'QUEUED'`),
    uniqueIndex('jobs_batch').on(table.batchId, table.batchRow).where(sql`batch_id is not null`),
    uniqueIndex('jobs_request_key').on(table.requestKey).where(sql`request_key is not null`),
    check(
      'jobs_status',
      sql`${table.status} in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')`,
    ),
    check(
      'jobs_of_workflow_or_document',
      sql`(${table.documentHash} is null
        and ${table.creationId} is not null and ${table.workflowId} is not null and ${table.workflowVersion} is not null)
        or (${table.documentHash} is not null and ${table.creationId} is null and ${table.test})`,
    ),
    check('jobs_batch', sql`num_nulls(${table.batchId}, ${table.batchRow}) in (0, 2)`),
    check('jobs_came_from', sql`length(${table.cameFrom}) <= 68`),
    check('jobs_face', sql`${table.face} in ('me', 'agreed', 'public')`),
    check('jobs_run_source', sql`${table.runSource} in ('site', 'api', 'check')`),
    check('jobs_code_book', sql`${table.codeBook} is null or ${table.codeId} is not null`),
    check(
      'jobs_finished',
      sql`(${table.status} in ('COMPLETED', 'FAILED', 'CANCELLED')) = (${table.finishedAt} is not null)`,
    ),
    check(
      'jobs_failed_says_why',
      sql`${table.status} <> 'FAILED' or ${table.errorCode} is not null`,
    ),
  ],
)
export type JobRow = typeof jobs.$inferSelect
/** An SQL condition, written literally as in the partial indexes. */
export const unfinished = sql`${jobs.status} in ('QUEUED', 'RUNNING')`
export type RemixRow = JobRow & { creationId: string; workflowId: string; workflowVersion: number }

/** Whether the job makes a creation; a test makes none. */
export function isRemix(job: JobRow): job is RemixRow {
  return job.documentHash === null
}

type StepState = 'pending' | 'running' | 'waiting' | 'done'

export const jobSteps = pgTable(
  'job_steps',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id),
    stepId: text('step_id').notNull(),
    position: integer().notNull(),
    state: text().$type<StepState>().notNull().default('pending'),
    tries: integer().notNull().default(0),
    /** Running remote work; while set, the step never starts a second operation. */
    operation: jsonb().$type<Operation>(),
    checkAt: timestamp('check_at', { withTimezone: true }),
    /** Null in jobs that 0.1 queued. */
    provider: text(),
    slot: text().$type<'wanted' | 'taken'>(),
    mediaId: uuid('media_id').references(() => media.id),
    costCents: integer('cost_cents').notNull().default(0),
    /** The product was taken over from an earlier test. */
    reused: boolean().notNull().default(false),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.stepId] }),
    index('job_steps_media').on(table.mediaId).where(sql`media_id is not null`),
    index('job_steps_slots').on(table.provider).where(sql`slot is not null`),
    check('job_steps_slot', sql`${table.slot} in ('wanted', 'taken')`),
    check('job_steps_state', sql`${table.state} in ('pending', 'running', 'waiting', 'done')`),
    check('job_steps_done', sql`(${table.state} = 'done') = (${table.mediaId} is not null)`),
    check('job_steps_waiting', sql`${table.state} <> 'waiting' or ${table.operation} is not null`),
  ],
)
export type JobStepRow = typeof jobSteps.$inferSelect

export const jobAttempts = pgTable(
  'job_attempts',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id),
    attempt: integer().notNull(),
    worker: text().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    outcome: text(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.attempt] })],
)

/** The next allowed start at a provider with a rate limit; taking a slot locks the row. */
export const providerPaces = pgTable('provider_paces', {
  provider: text().primaryKey(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
})
