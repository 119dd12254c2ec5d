import { rulesOf } from '@vignette/contract/input-types.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ChildError } from '../../platform/children/messages.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isDiskFull } from '../../platform/storage/disk-room.ts'
import { ProviderError } from '../../providers/generation/spec.ts'
import { type JobRow, jobAttempts } from '../../schema/generation.ts'
import type { Recipe } from '../workflows/index.ts'
import { abandonJob } from './abandon-job.ts'
import type { FailureWords } from './end-job.ts'
import { getRecipeOf } from './job-recipe.ts'
import { LostJob, releaseLease, whileLeased } from './lease.ts'
import { BREAK_OFFS, backoffMs } from './rules.ts'

/** Shorter words of a buyer say nothing of the buyer, and would be found in any sentence. */
const HIDDEN_FROM = 4

/** The process is shutting down: its jobs are handed back for another worker. */
export class HandedBack extends Error {}

/** The job's deadline has passed. */
export class TimedOut extends Error {}

/** Handles an attempt that ended early: another attempt continues the job, or the job fails. */
export async function handleJobFailure(ctx: Ctx, job: JobRow, error: unknown): Promise<void> {
  try {
    if (error instanceof LostJob) return
    if (error instanceof HandedBack) {
      await whileLeased(ctx, job, (tx) => releaseLease(tx, job, 'handed back', sql`now()`))
      return
    }
    const known = describeFailure(error)
    if (!known && (await tryAgainLater(ctx, job, error))) return
    const failure =
      error instanceof ProviderError
        ? wordFailure(await getRecipeOf(ctx, job), job, error)
        : (known ?? INTERNAL)
    ctx.log.error({ err: error, jobId: job.id, code: failure.code }, 'a job failed')
    await whileLeased(ctx, job, (tx) => abandonJob(tx, job, { status: 'FAILED', ...failure }))
  } catch (inner) {
    // If even this write fails, the lease runs out and another worker leases the job.
    if (!(inner instanceof LostJob)) throw inner
  }
}

/** The database, the store or a child may be away for a moment, so another attempt is made. */
async function tryAgainLater(ctx: Ctx, job: JobRow, error: unknown): Promise<boolean> {
  return whileLeased(ctx, job, async (tx) => {
    const before = await tx.db.$count(
      jobAttempts,
      and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.outcome, 'broke off')),
    )
    if (before >= BREAK_OFFS) return false
    ctx.log.warn({ err: error, jobId: job.id }, 'a job broke off and is tried again')
    const seconds = backoffMs(before + 1, undefined, Math.random()) / 1000
    const wakeAt = sql`clock_timestamp() + make_interval(secs => ${seconds})`
    await releaseLease(tx, job, 'broke off', wakeAt)
    return true
  })
}

const INTERNAL = {
  code: 'internal',
  message: 'Something went wrong on our side. Nothing was charged.',
}

/** A sentence for the visitor where a retry cannot help; the cause stays in the log. */
function describeFailure(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof TimedOut) return { code: 'timed_out', message: 'Generation timed out' }
  if (error instanceof ProviderError) return { code: error.code, message: error.publicMessage }
  // Disk space may become free, so the job is retried.
  if (isDiskFull(error)) return undefined
  // A status from 500 on is the server's own fault and is retried, except from the file store, which has retried already.
  if (error instanceof AppError && (error.status < 500 || error.retryAfterSeconds !== undefined)) {
    return error.code === 'invalid_media'
      ? { code: 'invalid_media', message: 'The generator returned a file we cannot use.' }
      : { code: error.code, message: error.message }
  }
  // The next child would time out on the same file.
  if (error instanceof ChildError && error.kind === 'timeout') return INTERNAL
  return undefined
}

type Run = Pick<JobRow, 'inputs' | 'paymentId' | 'test' | 'documentHash'>

/**
 * A provider's failure in the words of two readers. A buyer reads a sentence that holds nothing of
 * the recipe's inside; the creator reads the setting and what the vendor said, also in a test.
 */
function wordFailure(recipe: Recipe, job: Run, error: ProviderError): FailureWords {
  const { code, byRecipe, publicMessage, told } = error
  if (job.test) return { code, message: told ?? publicMessage }
  const detail = told === undefined ? null : hideWords(told, recipe, job)
  if (!byRecipe) return { code, message: publicMessage, detail }
  const message = `This recipe has a fault; its creator is told. ${adviseBuyer(recipe, job, error)}`
  return { code, message, detail: detail ?? publicMessage, byRecipe }
}

function adviseBuyer(recipe: Recipe, job: Run, error: ProviderError): string {
  const choice = findChoice(recipe, error)
  if (job.paymentId === null) {
    return choice ? `Choose another ${choice}.` : 'Please choose another recipe.'
  }
  return choice
    ? `Choose another ${choice} or let the money go.`
    : 'Try again later, or let the money go.'
}

/** The label of the only choice that brings the setting at fault. */
function findChoice(recipe: Recipe, { stepId, setting }: ProviderError): string | undefined {
  const step = recipe.steps.find(({ id }) => id === stepId)
  const written = setting === undefined ? undefined : step?.params[setting]
  const names = referencesIn(JSON.stringify(written ?? ''))
  const [only, ...more] = recipe.inputs.filter(({ key }) => names.includes(key))
  return only?.step_type === 'select' && more.length === 0 ? only.display_name : undefined
}

/** A vendor may quote what the buyer wrote, which a creator does not see. */
function hideWords(told: string, recipe: Recipe, { inputs }: Run): string {
  return recipe.inputs.reduce((text, input) => {
    const value = inputs[input.key]
    const isWritten = rulesOf(input).isTyped && !input.numeric && typeof value === 'string'
    return isWritten && value.length >= HIDDEN_FROM
      ? text.replaceAll(value, '[the buyer’s words]')
      : text
  }, told)
}
