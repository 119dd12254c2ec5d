import type { RunDetails, RunView, listRuns as route } from '@vignette/contract/console.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type JobRow, jobAttempts, jobSteps, jobs } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { abandonForOperator, wakeJob } from '../generation/index.ts'
import { findPrincipals, publicHandle, requireStaff } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { ownersFoundBy } from './owners.ts'

export async function listRuns(
  ctx: Ctx,
  { q, status, ...place }: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listRuns')
  const which = and(status && eq(jobs.status, status), q ? isNamed(q) : undefined)
  const list = {
    name: ['runs', q, status],
    columns: [jobs.createdAt, jobs.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { offset: 0, ...place }, (at) =>
    ctx.db
      .select({ row: jobs, key: at.key })
      .from(jobs)
      .where(and(which, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    runs: await viewRuns(
      ctx,
      rows.map(({ row }) => row),
    ),
    next_cursor,
  }
}

function isNamed(q: string): SQL | undefined {
  const isOwner = sql`${jobs.ownerId} in ${ownersFoundBy(q)}`
  if (!UUID_PATTERN.test(q)) return isOwner
  const columns = [jobs.id, jobs.workflowId, jobs.creationId, jobs.paymentId]
  return or(...columns.map((column) => eq(column, q)), isOwner)
}

async function viewRuns(ctx: Pick<Ctx, 'db'>, rows: readonly JobRow[]): Promise<RunView[]> {
  const people = await findPrincipals(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  )
  const ids = [...new Set(rows.flatMap(({ workflowId }) => workflowId ?? []))]
  const named = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(inArray(workflows.id, ids))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    test: row.test,
    recipe: names.get(row.workflowId ?? '') ?? 'A draft',
    workflow_id: row.workflowId,
    owner_id: row.ownerId,
    owner_handle:
      people.get(row.ownerId)?.handle ?? publicHandle({ id: row.ownerId, username: null }),
    owner_has_account:
      people.get(row.ownerId)?.kind === 'user' && !people.get(row.ownerId)?.deleted,
    attempt: row.attempt,
    percent: row.progressPercent,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    error_code: row.errorCode,
  }))
}

/** Without what the visitor typed. */
export async function getRun(ctx: Ctx, id: string): Promise<RunDetails> {
  requireStaff(ctx, 'getRun')
  const [row] = await ctx.db.select().from(jobs).where(eq(jobs.id, id))
  const [view] = row ? await viewRuns(ctx, [row]) : []
  if (!row || !view) throw new AppError('not_found', 'There is no such run.')
  const attempts = await ctx.db
    .select()
    .from(jobAttempts)
    .where(eq(jobAttempts.jobId, id))
    .orderBy(asc(jobAttempts.attempt))
  const steps = await ctx.db
    .select()
    .from(jobSteps)
    .where(eq(jobSteps.jobId, id))
    .orderBy(asc(jobSteps.position))
  return {
    ...view,
    creation_id: row.creationId,
    payment_id: row.paymentId,
    progress: row.progressLabel,
    error: row.errorDetail ?? row.errorMessage,
    deadline_at: row.deadlineAt.toISOString(),
    wake_at: row.wakeAt.toISOString(),
    in_line: row.inLine,
    worker: row.worker,
    attempts: attempts.map((one) => ({
      attempt: one.attempt,
      worker: one.worker,
      started_at: one.startedAt.toISOString(),
      ended_at: one.endedAt?.toISOString() ?? null,
      outcome: one.outcome,
    })),
    steps: steps.map(({ stepId, provider, state, tries, costCents }) => ({
      step: stepId,
      provider,
      state,
      tries,
      cost: costCents,
    })),
  }
}

export async function retryRun(ctx: Ctx, id: string): Promise<RunDetails> {
  const actorId = requireStaff(ctx, 'retryRun')
  return act(ctx, id, { actorId, action: 'retry' }, (tx) => wakeJob(tx, id))
}

export async function cancelRun(ctx: Ctx, id: string): Promise<RunDetails> {
  const actorId = requireStaff(ctx, 'cancelRun')
  return act(ctx, id, { actorId, action: 'cancel' }, (tx) => abandonForOperator(tx, id))
}

async function act(
  ctx: Ctx,
  id: string,
  entry: { actorId: string | null; action: string },
  work: (tx: TxCtx) => Promise<void>,
): Promise<RunDetails> {
  await inTransaction(ctx, async (tx) => {
    await work(tx)
    await writeAudit(tx, { ...entry, subjectType: 'run', subjectId: id })
  })
  return getRun(ctx, id)
}
