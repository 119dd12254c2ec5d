import type { createCreation as route } from '@vignette/contract/creations.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/time.ts'
import { type JobRow, jobs } from '../../schema/generation.ts'
import { termsOf } from '../../shop.ts'
import { findOrigin } from '../creations/index.ts'
import { checkUserId, lockCaller, requireVisitor } from '../identity/index.ts'
import {
  attachJob,
  claimPayment,
  confirmAuthorisation,
  findPaidRun,
  hashOfRun,
  requirePayment,
} from '../payments/index.ts'
import { claimFreeRun } from '../promotion/index.ts'
import {
  assertOpen,
  estimateRun,
  getRunnable,
  prepareInputs,
  type Runnable,
} from '../workflows/index.ts'
import { assertQueueRoom, countQueued } from './backlog.ts'
import { assertTestBudget, costlyProviders, sumFreeCostSince } from './free-run.ts'
import { assertPaidSeconds, chargeFreeRun, placePaidRun } from './local-run.ts'
import { findRequested, queueJob } from './queue-job.ts'

const freeBudget = defineLock(8_402_103)

export type StartRemix = z.output<(typeof route)['body']> & { workflowId: string }

/** Checks the call, claims the payment, reserves the creation and queues the job, all or nothing. */
export async function startRemix(ctx: Ctx, want: StartRemix): Promise<JobRow> {
  const buyer = requireVisitor(ctx)
  if (want.user_id !== undefined) await checkUserId(ctx, want.user_id)
  const begun = await findRequested(ctx, buyer.id)
  if (begun) return begun
  await assertQueueRoom(ctx)
  // A paid run uses the version that was paid for; the gateway may have to confirm the authorisation.
  const { workflowId, session_id: sessionId, user_inputs: userInputs } = want
  // A program has a person pay by a link, and asks again.
  const linkHash = ctx.caller.via === 'bearer' ? hashOfRun(ctx.idempotencyKey, want) : undefined
  const found = await findPaidRun(ctx, { buyer, workflowId, sessionId, userInputs, linkHash })
  // A creator's own run is a free test, unless the creator returns from the checkout.
  const paid = found?.isOwn && sessionId === undefined ? undefined : found
  const runnable = await getRunnable(ctx, workflowId, paid?.workflowVersion)
  if (paid && (paid.isOwn || runnable.ownerId !== buyer.id))
    await confirmAuthorisation(ctx, paid.paymentId, runnable)
  const isUnpaid = !found && runnable.price > 0 && runnable.ownerId !== buyer.id && !want.code
  if (linkHash && isUnpaid && sessionId === undefined)
    throw await requirePayment(ctx, runnable, { ...want, linkHash })
  // Slow checks run before any lock.
  const inputs = await prepareInputs(ctx, runnable, want.user_inputs)
  const madeFrom = want.made_from ? await findOrigin(ctx, { id: want.made_from, workflowId }) : null
  const { seconds } = await estimateRun(ctx, runnable, inputs)
  const job = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    // A claimed visitor's workflow is the account's own.
    const test = runnable.price > 0 && [owner.id, buyer.id].includes(runnable.ownerId)
    const isFreeTest = test && (sessionId === undefined || paid?.isOwn === false)
    if (isFreeTest) await assertTestBudget(tx, owner.id, runnable)
    else await assertFreeBudget(tx, runnable)
    const code =
      want.code && runnable.price > 0 && !test && !paid
        ? await claimFreeRun(tx, { text: want.code, buyerId: owner.id, sold: runnable })
        : undefined
    const payment =
      runnable.price > 0 && !isFreeTest && !code
        ? await claimPayment(tx, {
            buyer: owner,
            recipe: runnable,
            sessionId: sessionId ?? paid?.linkSession,
          })
        : null
    // Last, since other starts of the owner and network wait from here on.
    const placed = payment ? await placePaidRun(tx, owner, seconds) : undefined
    if (payment && placed) await assertPaidSeconds(tx, owner, { payment, seconds })
    const free = payment || seconds === 0 ? undefined : await chargeFreeRun(tx, owner, seconds)
    const job = await queueJob(tx, {
      ownerId: owner.id,
      runnable,
      inputs,
      public: want.public,
      madeFrom,
      drawing: want.drawing ?? payment?.drawing,
      termsVersion: want.terms_version ?? termsOf(tx).site,
      paymentId: payment?.id ?? null,
      code,
      test,
      free,
      paid: placed,
      face: want.face,
      requestKey: ctx.requestKey,
    })
    if (payment) await attachJob(tx, { paymentId: payment.id, jobId: job.id })
    // Last: the recipe's row is locked after files, jobs and payments, and not for long.
    await assertOpen(tx, workflowId, paid !== undefined)
    return job
  })
  if (!job.inLine) countQueued(ctx)
  return job
}

/** Free runs that cost the operator money share one budget per day (UTC), failed runs included. */
export async function assertFreeBudget(
  tx: TxCtx,
  runnable: Pick<Runnable, 'price' | 'cost' | 'recipe'>,
): Promise<void> {
  if (runnable.price > 0) return
  const costly = costlyProviders(tx)
  if (!runnable.recipe.steps.some((step) => costly.includes(step.provider))) return
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  // Serialised, so that ten simultaneous runs do not all find the same rest.
  await lockFor(tx, freeBudget)
  const spent = await sumFreeCostSince(tx, today, costly, eq(jobs.test, false))
  if (spent + runnable.cost <= tx.config.FREE_DAILY_BUDGET_CENTS) return
  throw new AppError(
    'provider_unavailable',
    'Today’s budget for free creations of this kind is used up. Please come back tomorrow.',
    { retryAfterSeconds: secondsLeft },
  )
}
