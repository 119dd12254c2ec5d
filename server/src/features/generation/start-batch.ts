import { BATCH } from '@vignette/contract/batch-limits.ts'
import type { startBatch as route } from '@vignette/contract/batches.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import type { ErrorDetail } from '@vignette/contract/errors.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { PRICE } from '@vignette/contract/money-limits.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import { batches, jobs } from '../../schema/generation.ts'
import { termsOf } from '../../shop.ts'
import { lockCaller, requireUser } from '../identity/index.ts'
import {
  attachJob,
  captureWithin,
  claimBatchPayment,
  confirmAuthorisation,
  findPaidBatch,
  hashOfBatch,
  requirePayment,
} from '../payments/index.ts'
import {
  assertOpen,
  estimateRun,
  getRunnable,
  prepareInputs,
  type ReadyInputs,
  type Runnable,
} from '../workflows/index.ts'
import { admitRuns } from './admit-runs.ts'
import { assertQueueRoom } from './backlog.ts'
import { assertTestBudget } from './free-run.ts'
import { assertPaidSeconds, chargeFreeRun, type LocalRun, placePaidRun } from './local-run.ts'
import { queueJob } from './queue-job.ts'
import { assertFreeBudget } from './start-remix.ts'

const openBatches = defineLock(8_402_142)

type StartBatch = z.output<(typeof route)['body']> & { workflowId: string }
type Answer = z.input<(typeof route)['answer']>

/** A checked row, and what it takes of this machine. */
interface Row {
  inputs: ReadyInputs
  seconds: number
}

/**
 * Checks every row, has all of them paid by one authorisation, and queues a job for each: all or
 * nothing. The jobs then end one by one as any run, and the last one settles the payment.
 */
export async function startBatch(ctx: Ctx, want: StartBatch): Promise<Answer> {
  const buyer = requireUser(ctx)
  const begun = await findRequestedBatch(ctx, buyer.id)
  if (begun) return begun
  await assertQueueRoom(ctx)
  const { workflowId } = want
  const linkHash = hashOfBatch(ctx.idempotencyKey, want)
  const paid = await findPaidBatch(ctx, { buyerId: buyer.id, linkHash })
  const runnable = await getRunnable(ctx, workflowId, paid?.workflowVersion)
  const isSold = runnable.price > 0 && runnable.ownerId !== buyer.id
  if (isSold && runnable.recipe.proof) throw new AppError('conflict', PROOFS)
  const rows = await prepareRows(ctx, runnable, want.rows)
  if (isSold && !paid) throw await askForPayment(ctx, runnable, rows, { ...want, linkHash })
  if (paid) await confirmAuthorisation(ctx, paid.id, runnable)
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    await assertFewOpen(tx, owner.id)
    const seconds = rows.reduce((sum, row) => sum + row.seconds, 0)
    const all = { ...runnable, cost: runnable.cost * rows.length }
    const payment = paid ? await claimBatchPayment(tx, paid.id) : undefined
    const test = runnable.price > 0 && !payment
    if (test) await assertTestBudget(tx, owner.id, all)
    else if (!payment) await assertFreeBudget(tx, all)
    const paidRun = payment && (await placePaidRun(tx, owner, seconds))
    if (payment && paidRun) await assertPaidSeconds(tx, owner, { payment, seconds })
    const freeRun = payment || seconds === 0 ? undefined : await chargeFreeRun(tx, owner, seconds)
    const batchId = newId()
    const now = tx.clock.now()
    await tx.db.insert(batches).values({
      id: batchId,
      ownerId: owner.id,
      workflowId,
      workflowVersion: runnable.version,
      workflowName: runnable.name,
      public: want.public && !test,
      paymentId: payment?.id ?? null,
      requestKey: tx.requestKey ?? null,
      endsBy: captureWithin(now, BATCH.hours, payment?.captureBefore ?? null),
      createdAt: now,
    })
    for (const [at, { inputs, seconds: own }] of rows.entries()) {
      const job = await queueJob(tx, {
        ownerId: owner.id,
        runnable,
        inputs,
        public: want.public,
        termsVersion: want.terms_version ?? termsOf(tx).site,
        paymentId: payment?.id ?? null,
        test,
        free: placeOf(freeRun, own),
        paid: placeOf(paidRun, own),
        batch: { batchId, batchRow: at + 1 },
      })
      if (payment && at === 0) await attachJob(tx, { paymentId: payment.id, jobId: job.id })
    }
    tx.afterCommit((after) => admitRuns(after, { ownerId: owner.id, network: null }))
    await assertOpen(tx, workflowId, payment !== undefined)
    return { id: batchId, rows: rows.length }
  })
}

const PROOFS =
  'This recipe shows a proof before it charges, so it is remixed one at a time and not in batches.'

/** Finds the batch of a repeated request, whose first server died before its answer. */
async function findRequestedBatch(ctx: Ctx, ownerId: string): Promise<Answer | undefined> {
  if (ctx.requestKey === undefined) return undefined
  const [row] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.requestKey, ctx.requestKey), eq(batches.ownerId, ownerId)))
  return row && { id: row.id, rows: await ctx.db.$count(jobs, eq(jobs.batchId, row.id)) }
}

/** Checks each row as a single run is checked; a refusal names every row that is at fault. */
async function prepareRows(ctx: Ctx, runnable: Runnable, given: UserInputs[]): Promise<Row[]> {
  const rows: Row[] = []
  const faults: ErrorDetail[][] = []
  for (const [at, values] of given.entries()) {
    await takeTurn(ctx.process, ctx.caller.address)
    try {
      const inputs = await prepareInputs(ctx, runnable, values)
      rows.push({ inputs, seconds: (await estimateRun(ctx, runnable, inputs)).seconds })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error
      faults.push(faultsOf(at, error))
    }
  }
  if (faults.length === 0) return rows
  const [first] = faults
  const others = faults.length - 1
  const more =
    others === 0
      ? ''
      : others === 1
        ? ' One more row is at fault.'
        : ` ${others} more rows are at fault.`
  throw new AppError('validation_failed', `${first?.[0]?.message ?? ''}${more}`, {
    // Each row is named before any row is named twice.
    details: [...faults.flatMap((of) => of.slice(0, 1)), ...faults.flatMap((of) => of.slice(1))],
    told: BATCH.rows,
  })
}

function faultsOf(at: number, { details, message }: AppError): ErrorDetail[] {
  const found = details?.length ? details : [{ path: 'user_inputs', message }]
  return found.map((fault) => ({
    path: fault.path.replace(/^user_inputs/, `rows[${at}]`),
    message: `Row ${at + 1}: ${fault.message}`,
  }))
}

async function askForPayment(
  ctx: Ctx,
  runnable: Runnable,
  rows: readonly Row[],
  want: StartBatch & { linkHash: string },
): Promise<AppError> {
  const units = rows.length
  const sum = priceNow(runnable) * units
  if (sum > PRICE.maxCents) {
    const words = `These ${units} rows would cost ${formatCents(sum)}; one batch may cost ${formatCents(PRICE.maxCents)}. Send fewer rows.`
    throw new AppError('payment_state', words)
  }
  await inTransaction(ctx, async (tx) => assertFewOpen(tx, (await lockCaller(tx)).owner.id))
  const ready = rows.map(({ inputs }) => inputs)
  return requirePayment(ctx, runnable, { ...want, units, ready })
}

/** Of ten calls at once the lock lets one after the other count. */
async function assertFewOpen(tx: TxCtx, ownerId: string): Promise<void> {
  await lockFor(tx, openBatches, ownerId)
  const open = await tx.db.$count(
    batches,
    and(eq(batches.ownerId, ownerId), isNull(batches.finishedAt)),
  )
  if (open < BATCH.open) return
  throw new AppError(
    'rate_limited',
    `${BATCH.open} of your batches are being made. Start another one once one of them has ended.`,
    { retryAfterSeconds: 60 },
  )
}

/** A row's part of what all rows were placed or charged for. */
function placeOf(all: LocalRun | undefined, seconds: number): LocalRun | undefined {
  return all && seconds > 0 ? { ...all, seconds } : undefined
}
