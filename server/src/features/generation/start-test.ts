import { TESTS } from '@vignette/contract/test-limits.ts'
import type { TestWish } from '@vignette/contract/tests.ts'
import { and, count, eq, gte, inArray, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/time.ts'
import { type JobRow, jobSteps, jobs, testedDocuments } from '../../schema/generation.ts'
import { findTestable, getOwnDraft } from '../drafts/index.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import {
  assertMayTest,
  estimateRun,
  getOwn,
  hashRecipe,
  keepInputFiles,
  prepareInputs,
  type Recipe,
  refuseRecipe,
} from '../workflows/index.ts'
import { assertQueueRoom, countQueued } from './backlog.ts'
import { assertTestBudget, costlyProviders, testBudget } from './free-run.ts'
import { type Accepted, viewAccepted } from './job.ts'
import { chargeFreeRun } from './local-run.ts'
import { planReuse } from './plan-reuse.ts'
import { findRequested, insertJob } from './queue-job.ts'

const DAY_MS = 86_400_000

/** What a test runs, and what the text belongs to. */
export interface Tested {
  recipe: Recipe
  workflowId: string | null
  workflowVersion: number | null
  draftId: string | null
}

/**
 * Queues a test of the caller's own recipe: a job without a creation or payment, counted nowhere. A
 * test that the server starts by itself uses up neither the creator's tests nor the creator's
 * seconds of a day; it counts in the budget for paid providers as every test does.
 */
export async function startTest(
  ctx: Ctx,
  tested: Tested,
  want: TestWish,
  by: 'creator' | 'server' = 'creator',
): Promise<JobRow> {
  const { recipe, ...about } = tested
  const creator = requireVisitor(ctx)
  const begun = await findRequested(ctx, creator.id)
  if (begun) return begun
  await assertQueueRoom(ctx)
  await assertMayTest(ctx, creator, recipe)
  const inputs = await prepareInputs(ctx, { recipe }, want.user_inputs)
  const { reuse_from: testId, from_step: fromStep } = want
  const reuse = testId ? await planReuse(ctx, { recipe, inputs }, { testId, fromStep }) : undefined
  const work = await estimateRun(ctx, { recipe, ...recipe, ownerId: creator.id }, inputs)
  const anew = work.steps.filter((step) => !reuse?.products.has(step.id))
  const seconds = Math.ceil(anew.reduce((sum, step) => sum + step.seconds, 0))
  const documentHash = hashRecipe(recipe)
  const job = await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const run = { recipe, cost: recipe.cost }
    if (by === 'server') await assertTestBudget(tx, owner.id, run)
    else await assertTestsLeft(tx, owner.id, run)
    const now = tx.clock.now()
    await keepInputFiles(tx, inputs, new Date(now.getTime() + (TESTS.keptDays + 1) * DAY_MS))
    const free =
      seconds === 0 || by === 'server' ? undefined : await chargeFreeRun(tx, owner, seconds)
    if (reuse) await lockTest(tx, reuse.from.id)
    await tx.db
      .insert(testedDocuments)
      .values({ hash: documentHash, recipe, createdAt: now })
      // The update locks the row, so that no sweep deletes the text meanwhile.
      .onConflictDoUpdate({ target: testedDocuments.hash, set: { hash: documentHash } })
    return insertJob(tx, {
      ...about,
      ownerId: owner.id,
      documentHash,
      recipe,
      costLimit: recipe.cost,
      inputs,
      test: true,
      ...(by === 'server' && { runSource: 'check' as const }),
      free,
      requestKey: tx.requestKey,
      ...(reuse && { seedJobId: reuse.from.seedJobId ?? reuse.from.id, reused: reuse.products }),
    })
  })
  if (!job.inLine) countQueued(ctx)
  return job
}

/** Keeps the sweep from a test, and so from the test's products, until the transaction ends. */
async function lockTest(tx: TxCtx, id: string): Promise<void> {
  const [row] = await tx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('share')
  if (!row) throw new AppError('not_found', 'This test is no longer kept.')
}

/** A test at paid providers counts against the creator's budget, and any other against a number of tests a day. */
async function assertTestsLeft(
  tx: TxCtx,
  creatorId: string,
  { recipe, cost }: { recipe: Recipe; cost: number },
): Promise<void> {
  const costly = costlyProviders(tx)
  if (recipe.steps.some((step) => costly.includes(step.provider))) {
    await assertTestBudget(tx, creatorId, { recipe, cost })
    return
  }
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  // Serialised, so that ten simultaneous tests do not all find the last place.
  await lockFor(tx, testBudget, creatorId)
  const atCostlyProvider = tx.db
    .select({ id: jobSteps.jobId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, jobs.id), inArray(jobSteps.provider, costly)))
  const [row] = await tx.db
    .select({ tests: count() })
    .from(jobs)
    .where(
      and(
        jobs.test,
        isNotNull(jobs.documentHash),
        eq(jobs.ownerId, creatorId),
        gte(jobs.createdAt, today),
        or(isNull(jobs.runSource), ne(jobs.runSource, 'check')),
        ...(costly.length > 0 ? [notExists(atCostlyProvider)] : []),
      ),
    )
  if ((row?.tests ?? 0) < TESTS.localPerDay) return
  throw new AppError(
    'rate_limited',
    `You have made ${TESTS.localPerDay} tests today, the most for a day. They go on at 00:00 UTC.`,
    { retryAfterSeconds: secondsLeft },
  )
}

/** Tests the text of the caller's own draft as it is saved. */
export async function testDraft(
  ctx: Ctx,
  { id, ...want }: TestWish & { id: string },
): Promise<Accepted> {
  const draft = await getOwnDraft(ctx, id)
  const read = findTestable(ctx, draft)
  if (!read.ok) throw refuseRecipe(read.faults)
  const { recipe } = read
  const tested = { recipe, workflowId: draft.workflowId, workflowVersion: null, draftId: draft.id }
  return viewAccepted(await startTest(ctx, tested, want))
}

/** Tests the newest version of the caller's own workflow. */
export async function testWorkflow(
  ctx: Ctx,
  { id, ...want }: TestWish & { id: string },
): Promise<Accepted> {
  const { row, version } = await getOwn(ctx, id)
  const tested = {
    recipe: version.recipe,
    workflowId: row.id,
    workflowVersion: version.version,
    draftId: null,
  }
  return viewAccepted(await startTest(ctx, tested, want))
}
