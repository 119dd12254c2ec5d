import { FRONT_POSTER_SIDE, type FrontPoster } from '@vignette/contract/front-page.ts'
import { replaceReferences } from '@vignette/contract/references.ts'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../ctx.ts'
import { chargeFreeRun } from '../features/generation/index.ts'
import { lockCaller, requireVisitor } from '../features/identity/index.ts'
import { assertTextsAllowed } from '../features/workflows/index.ts'
import { AppError } from '../platform/http/app-error.ts'
import { watchCaller } from '../platform/http/watch-caller.ts'
import { defineProcessPart } from '../platform/process-state.ts'
import { findPoster } from './get-front-page.ts'

/** The seed that browsers draw the poster with, so that both draw the same picture. */
const SEED = 7
/**
 * A poster counts as this many seconds of one core; measured, a poster takes a third of a second.
 */
const SECONDS = 1
/** The most posters that one process draws at once. */
const MOST = 4
const desk = defineProcessPart(() => ({ drawing: 0 }))

type Words = Record<string, string>

/**
 * Draws the landing page's poster for a browser that cannot. The picture counts against the
 * caller's free seconds, and is stored nowhere.
 */
export async function drawFrontPoster(
  ctx: Ctx,
  given: Words,
  reply: FastifyReply,
): Promise<{ picture: string }> {
  requireVisitor(ctx)
  const found = await findPoster(ctx)
  const provider = ctx.providers.find('local')
  if (!found || !provider?.drawPoster)
    throw new AppError('not_found', 'This server has no poster to draw.')
  const words = readWords(found.poster, given)
  await assertTextsAllowed(ctx, found.recipe, words)
  const at = ctx.process.of(desk)
  if (at.drawing >= MOST)
    throw new AppError('overloaded', 'Other posters are being drawn here. Try again in a moment.')
  at.drawing += 1
  const { left, stopWatching } = watchCaller(reply.request)
  try {
    await inTransaction(ctx, async (tx) => {
      const { owner } = await lockCaller(tx)
      await chargeFreeRun(tx, owner, SECONDS)
    })
    const { prompt, aspect } = found.poster.draw
    const bytes = await provider.drawPoster(
      {
        prompt: replaceReferences(prompt, (key) => words[key] ?? ''),
        text: words[found.poster.field.key] ?? '',
        seed: SEED,
        aspect,
        longSide: FRONT_POSTER_SIDE,
      },
      left,
    )
    return { picture: `data:image/webp;base64,${bytes.toString('base64')}` }
  } catch (error) {
    // A provider's error says what a caller may read.
    const { publicMessage } = error as { publicMessage?: unknown }
    if (typeof publicMessage !== 'string') throw error
    throw new AppError('generation_failed', publicMessage, { cause: error })
  } finally {
    stopWatching()
    at.drawing -= 1
  }
}

/** The field's text and each choice, as the form offers them. */
function readWords({ field, choices }: FrontPoster, given: Words): Words {
  const text = given[field.key]?.trim() ?? ''
  if (text === '') throw fault(field.key, `${field.title}: This field is required`)
  if (text.length > field.max_length)
    throw fault(field.key, `${field.title}: Maximum ${field.max_length} characters allowed`)
  const words: Words = { [field.key]: text }
  for (const { key, title, value, options } of choices) {
    const chosen = given[key] ?? value
    if (!options.some((option) => option.value === chosen))
      throw fault(key, `${title}: Please select a valid option`)
    words[key] = chosen
  }
  return words
}

function fault(key: string, message: string): AppError {
  const details = [{ path: `user_inputs.${key}`, message }]
  return new AppError('validation_failed', message, { details })
}
