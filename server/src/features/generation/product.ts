import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Product, ProviderError } from '../../providers/generation/spec.ts'
import { isRemix, type JobRow, jobSteps, jobs } from '../../schema/generation.ts'
import { type MediaRow } from '../../schema/media.ts'
import {
  discardMedia,
  markMediaUsed,
  type PreparedMedia,
  prepareMedia,
  readPictures,
  recordMedia,
  refuseKnown,
  setMediaDeleted,
} from '../media/index.ts'
import { checkPictures, type ImageVerdict, REPORTED, writeAudit } from '../moderation/index.ts'
import { takesWordsAlone } from '../workflows/index.ts'
import { credentialsOf } from './credentials.ts'
import { announceJob } from './job-news.ts'
import { getRecipeOf } from './job-recipe.ts'
import { LostJob, whileLeased } from './lease.ts'
import { wakeNextInLine } from './slot.ts'
import { retryStorage, type StepRun, stepIs } from './step.ts'

/** One transaction writes the file's row and ends the step, so that each file belongs to a step. */
export async function storeProduct(run: StepRun, product: Product): Promise<PreparedMedia> {
  const { ctx, job, signal } = run
  const bytes = await bytesOf(run, product)
  const credentials = await credentialsOf(run, bytes)
  const prepared = await retryStorage(ctx, signal, () =>
    prepareMedia(ctx, {
      kind: product.kind,
      origin: 'generated',
      bytes,
      sourceType: ctx.providers.get(run.step.provider).sourceType,
      ...(credentials && { credentials }),
      signal,
    }),
  )
  try {
    // A test shows each product to its creator, a remix only the last.
    const verdict = isRemix(job) ? null : (await checkOutput(ctx, job, prepared, signal)).decision
    await whileLeased(ctx, job, async (tx, { ownerId }) => {
      await recordMedia(tx, { ...prepared, verdict }, ownerId)
      if (credentials && !prepared.signedBy) await reportUnsigned(tx, prepared.id)
      // The sweep of tests deletes the product, not the sweep of unused files.
      if (verdict) await markMediaUsed(tx, [prepared.id])
      await tx.db
        .update(jobSteps)
        .set({
          state: 'done',
          mediaId: prepared.id,
          finishedAt: tx.clock.now(),
          checkAt: null,
          slot: null,
        })
        .where(stepIs(run))
      wakeNextInLine(tx, run.step.provider)
    })
    return prepared
  } catch (error) {
    // After another error the row may have been written; if not, a sweep deletes the file.
    const unwritten = error instanceof LostJob || isRefusal(error)
    if (unwritten) await discardMedia(ctx, prepared)
    throw error
  }
}

/** The operator reads it in the audit log; the file is delivered all the same. */
function reportUnsigned(tx: TxCtx, mediaId: string): Promise<void> {
  const note = 'A finished file could not be signed: it carries no manifest. The log says why.'
  const entry = { actorId: null, action: REPORTED, subjectType: 'file', note }
  return writeAudit(tx, { ...entry, subjectId: mediaId })
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'content_refused'
}

async function bytesOf(run: StepRun, product: Product): Promise<Buffer> {
  if (product.kind !== run.step.output) {
    throw new ProviderError('wrong_media', 'The generator returned another kind of file.', {
      retryable: false,
    })
  }
  return product.from === 'bytes' ? product.bytes : run.ctx.fetchProduct(product, run.signal)
}

/** Judges the picture itself, or frames of a film; throws where it is not allowed. */
export async function checkOutput(
  ctx: Ctx,
  job: JobRow,
  file: Pick<MediaRow, 'kind' | 'previewKey' | 'storageKey'>,
  signal: AbortSignal,
): Promise<ImageVerdict> {
  const pictures = await retryStorage(ctx, signal, () =>
    readPictures(ctx, file, { whole: true, signal }),
  )
  if (pictures.length === 0) throw new Error('the output has no picture to judge')
  const what = file.kind === 'video' ? 'shows what' : 'is a copy of a picture that'
  await refuseKnown(ctx, pictures, {
    signal,
    refusal: `The result ${what} was taken down here. It was not kept and nothing was charged.`,
  })
  const mayBeAdult =
    ctx.config.CONTENT_POLICY === 'adult' && takesWordsAlone(await getRecipeOf(ctx, job))
  const verdict = await checkPictures(ctx, pictures, { signal, mayBeAdult })
  if (verdict.decision !== 'refuse') return verdict
  throw new AppError(
    'content_refused',
    'The result is of a kind that is not allowed here. It was not kept and nothing was charged.',
  )
}

/** Only a free run shows its picture before its end; a test shows each product anyway. */
export function wantsEarly({ job, isOutput }: Pick<StepRun, 'job' | 'isOutput'>): boolean {
  // The catalogue's own samples are charged no seconds, and no visitor watches them.
  const isWatched = isRemix(job) && !job.paymentId && !job.test && job.freeSeconds > 0
  return isOutput && isWatched && !job.earlyMediaId
}

/** Shows the job's owner a small picture while the large file is drawn; a failure costs the sight alone. */
export async function showEarly(run: StepRun, bytes: Buffer): Promise<void> {
  const { ctx, job, step, signal } = run
  try {
    const { sourceType } = ctx.providers.get(step.provider)
    const file = { kind: 'image', origin: 'generated', bytes, sourceType, signal } as const
    const prepared = await prepareMedia(ctx, file)
    try {
      const { decision } = await checkOutput(ctx, job, prepared, signal)
      if (decision !== 'allow') return await discardMedia(ctx, prepared)
      await whileLeased(ctx, job, async (tx, { ownerId }) => {
        await recordMedia(tx, prepared, ownerId)
        const [row] = await tx.db
          .update(jobs)
          .set({ earlyMediaId: prepared.id, seq: sql`${jobs.seq} + 1` })
          .where(eq(jobs.id, job.id))
          .returning()
        if (row) announceJob(tx, row)
      })
    } catch (error) {
      // After another error the row may have been written; if not, a sweep deletes the file.
      if (error instanceof LostJob || isRefusal(error)) await discardMedia(ctx, prepared)
      throw error
    }
  } catch (error) {
    if (error instanceof LostJob || signal.aborted) return
    ctx.log.warn({ err: error, jobId: job.id }, 'an early picture was not shown')
  }
}

/** The file that the output step of a job has made. */
export async function productOf(ctx: Ctx, job: JobRow): Promise<string | undefined> {
  const { output } = await getRecipeOf(ctx, job)
  const [step] = await ctx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, output)))
  return step?.mediaId ?? undefined
}

/** Deletes the files that an ended job's steps made, except the delivered ones. */
export async function dropProducts(
  tx: TxCtx,
  job: Pick<JobRow, 'id'>,
  delivered: readonly string[] = [],
): Promise<void> {
  const rows = await tx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), isNotNull(jobSteps.mediaId)))
  for (const { mediaId } of rows) {
    if (mediaId && !delivered.includes(mediaId)) await setMediaDeleted(tx, mediaId, true)
  }
}
