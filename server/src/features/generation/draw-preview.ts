import { PREVIEW_SIDE, type UserInputs } from '@vignette/contract/creations.ts'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineDrawingDesk, drawForCaller } from '../../platform/http/draw-for-caller.ts'
import { type MediaInput, ProviderError } from '../../providers/generation/spec.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { sketchMedia } from '../media/index.ts'
import {
  estimateRun,
  factsOf,
  fileNamed,
  getRunnable,
  prepareInputs,
  type ReadyInputs,
  type Recipe,
  recipeToPreview,
} from '../workflows/index.ts'
import { chargeFreeRun } from './local-run.ts'
import { fillCall } from './step.ts'

const BUSY = 'Other previews are being drawn here. Try again in a moment.'
const desk = defineDrawingDesk(4, BUSY)
/** Behind long work a preview comes too late to be of use. */
const PATIENCE_MS = 15_000

interface WantedPreview {
  workflowId: string
  user_inputs: UserInputs
  drawing: string
  /** The longer side in pixels. */
  longestSide?: number
  /** Without the proof's mark, whatever the price. */
  bare?: boolean
}

/**
 * Draws what a run with this drawing would make, small, for a caller who waits. The prompt and
 * params stay here, the work counts against the caller's free seconds, and nothing is stored.
 */
export async function drawPreview(
  ctx: Ctx,
  { workflowId, user_inputs, drawing, longestSide = PREVIEW_SIDE, bare = false }: WantedPreview,
  reply: FastifyReply,
): Promise<{ picture: string | null }> {
  requireVisitor(ctx)
  const runnable = await getRunnable(ctx, workflowId)
  const recipe = recipeToPreview(ctx, runnable.recipe)
  if (!recipe) throw new AppError('not_found', 'This recipe has no preview.')
  const inputs = await prepareInputs(ctx, runnable, user_inputs)
  const { seconds } = await estimateRun(ctx, { ...runnable, recipe }, inputs)
  return drawForCaller(ctx, reply, desk, async (left) => {
    await inTransaction(ctx, async (tx) => {
      const { owner } = await lockCaller(tx)
      await chargeFreeRun(tx, owner, seconds)
    })
    const signal = AbortSignal.any([left, AbortSignal.timeout(PATIENCE_MS)])
    try {
      const bytes = await drawOutput(ctx, { recipe, inputs, drawing }, signal)
      if (!bytes) return { picture: null }
      const marked = runnable.price > 0 && !bare
      const small = await sketchMedia(ctx, { bytes, longestSide, marked }, signal)
      return { picture: `data:image/webp;base64,${small.toString('base64')}` }
    } catch (error) {
      if (signal.aborted) throw new AppError('overloaded', BUSY, { cause: error })
      throw error
    }
  })
}

/** Runs the steps that the output needs, without a job; undefined where one of them refuses these inputs. */
async function drawOutput(
  ctx: Ctx,
  { recipe, inputs, drawing }: { recipe: Recipe; inputs: ReadyInputs; drawing: string },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const made = new Map<string, Promise<Buffer>>()

  function open(name: string | null): MediaInput | undefined {
    if (name === null) return undefined
    if (recipe.steps.some(({ id }) => id === name))
      return { kind: 'image', contentType: 'image/png', bytes: () => make(name) }
    const given = fileNamed(inputs.values, name)
    const row = inputs.media.find(({ id }) => id === given)
    if (!row || row.kind !== 'image') return undefined
    const facts = factsOf(row)
    const bytes = () => ctx.storage.read(row.storageKey)
    return { kind: 'image', contentType: row.contentType, ...(facts && { facts }), bytes }
  }

  async function draw(name: string): Promise<Buffer> {
    const step = recipe.steps.find(({ id }) => id === name)
    const provider = step && ctx.providers.find(step.provider)
    if (!step || !provider) throw new Error(`the recipe has no step ${name}`)
    const call = fillCall(ctx, { inputs: inputs.values, drawing }, step, open)
    const io = { signal, waitedFor: true, onProgress: () => undefined } as const
    const outcome = await provider.start(call, io)
    if (outcome.state !== 'done' || outcome.product.from !== 'bytes')
      throw new Error('the drawing program makes its picture at once')
    return outcome.product.bytes
  }

  function make(name: string): Promise<Buffer> {
    const begun = made.get(name) ?? draw(name)
    made.set(name, begun)
    return begun
  }

  try {
    return await make(recipe.output)
  } catch (error) {
    if (!signal.aborted && error instanceof ProviderError && !error.retryable) return undefined
    throw error
  }
}
