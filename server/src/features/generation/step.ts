import { setTimeout as pause } from 'node:timers/promises'
import { replaceReferences } from '@vignette/contract/references.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isDiskFull } from '../../platform/storage/disk-room.ts'
import type { MediaInput, StepCall } from '../../providers/generation/spec.ts'
import { isRemix, type JobRow, type JobStepRow, jobSteps } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { seedOf } from '../creations/index.ts'
import { findMedia } from '../media/index.ts'
import { factsOf, fileNamed, fillStep, type RecipeStep } from '../workflows/index.ts'

/** One step of a running job, with all that its functions need. */
export interface StepRun {
  ctx: Ctx
  job: JobRow
  step: RecipeStep
  /** All steps of the job, as of this step's start. */
  rows: readonly JobStepRow[]
  signal: AbortSignal
  /** The step makes the creation itself. */
  isOutput: boolean
  onProgress: (percent: number, label?: string) => void
}

export function stepIs({ job, step }: Pick<StepRun, 'job' | 'step'>) {
  return and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, step.id))
}

/** The step as its provider gets it: references replaced once, media readable. */
export async function prepareCall(
  ctx: Ctx,
  job: JobRow,
  step: RecipeStep,
  rows: readonly JobStepRow[],
  signal: AbortSignal,
): Promise<StepCall> {
  const mediaIdOf = (name: string | null): string | undefined => {
    if (name === null) return undefined
    const made = rows.find((row) => row.stepId === name)?.mediaId
    return made ?? fileNamed(job.inputs, name)
  }
  const names = [step.firstImage, step.lastImage, ...step.videos].map(mediaIdOf)
  const files = await findMedia(
    ctx,
    names.filter((id) => id !== undefined),
  )
  const open = (id: string | undefined): MediaInput | undefined => {
    const row = id === undefined ? undefined : files.get(id)
    if (!row || row.kind === 'audio') return undefined
    const facts = factsOf(row)
    return {
      kind: row.kind,
      contentType: row.contentType,
      ...(facts ? { facts } : {}),
      bytes: () => retryStorage(ctx, signal, () => ctx.storage.read(row.storageKey)),
    }
  }
  return {
    ...fillCall(ctx, { inputs: job.inputs, drawing: drawingOf(job) }, step, (name) =>
      open(mediaIdOf(name)),
    ),
    idempotencyKey: `${job.id}:${step.id}`,
    ...(ctx.providers.find(step.provider)?.ownServerOf?.(step.params) && {
      recipeOwner: await recipeOwnerOf(ctx, job),
    }),
    ...(job.screenSize && { screenSize: true }),
  }
}

/** Whose recipe a job runs: of a test the one of its caller. */
async function recipeOwnerOf(ctx: Ctx, job: JobRow): Promise<string> {
  if (!isRemix(job)) return job.ownerId
  const [row] = await ctx.db
    .select({ ownerId: workflows.ownerId })
    .from(workflows)
    .where(eq(workflows.id, job.workflowId))
  return row?.ownerId ?? job.ownerId
}

/** What the seeds of a run are made of: a preview's drawing, an earlier run, or else the run itself. */
export function drawingOf({ seedJobId, id }: Pick<JobRow, 'seedJobId' | 'id'>): string {
  return seedJobId ?? id
}

/** What a step gets of a run, or of a preview of one. */
export function fillCall(
  ctx: Pick<Ctx, 'providers'>,
  run: Pick<JobRow, 'inputs'> & { drawing: string },
  step: RecipeStep,
  open: (name: string | null) => MediaInput | undefined,
): StepCall {
  const firstImage = open(step.firstImage)
  const lastImage = open(step.lastImage)
  const prompt = promptOf(run, step)
  return {
    functionType: step.functionType,
    ...(step.model ? { model: step.model } : {}),
    ...(prompt ? { prompt } : {}),
    params: paramsOf(ctx, run, step),
    ...(firstImage ? { firstImage } : {}),
    ...(lastImage ? { lastImage } : {}),
    videos: step.videos.flatMap((name) => open(name) ?? []),
    idempotencyKey: `${run.drawing}:${step.id}`,
    seed: seedOf(run.drawing, step.id),
  }
}

export function promptOf(job: Pick<JobRow, 'inputs'>, step: RecipeStep): string | null {
  return step.prompt ? replaceReferences(step.prompt, textsOf(job)) : null
}

/** The price depends on these params, so they are resolved before the provider is called. */
export function paramsOf(
  ctx: Pick<Ctx, 'providers'>,
  job: Pick<JobRow, 'inputs'>,
  step: RecipeStep,
): Record<string, unknown> {
  return fillStep(ctx, step, textsOf(job))
}

function textsOf({ inputs }: Pick<JobRow, 'inputs'>) {
  return (name: string): string => {
    const value = inputs[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}

/** Retries a store that is away for a moment, since the product was paid for with money or time. */
export async function retryStorage<T>(
  { storage }: Ctx,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (const waitMs of storage.retryAfterMs) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  return work()
}

/** True for a store's temporary error, false for a full disk. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'unavailable' &&
    error.retryAfterSeconds !== undefined &&
    !isDiskFull(error)
  )
}
