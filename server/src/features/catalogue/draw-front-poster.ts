import type { UserInputs } from '@vignette/contract/creations.ts'
import { FRONT_POSTER_SIDE } from '@vignette/contract/front-page.ts'
import { replaceReferences } from '@vignette/contract/references.ts'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineDrawingDesk, drawForCaller } from '../../platform/http/draw-for-caller.ts'
import { chargeFreeRun } from '../generation/index.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { prepareInputs } from '../workflows/index.ts'
import { findPoster } from './find-poster.ts'

/**
 * A poster counts as this many seconds of one core; measured, a poster takes a third of a second.
 */
const SECONDS = 1
const desk = defineDrawingDesk(4, 'Other posters are being drawn here. Try again in a moment.')

/**
 * Draws the landing page's poster for a browser that cannot. The picture counts against the
 * caller's free seconds, and is stored nowhere.
 */
export async function drawFrontPoster(
  ctx: Ctx,
  given: UserInputs,
  reply: FastifyReply,
): Promise<{ picture: string }> {
  requireVisitor(ctx)
  const found = await findPoster(ctx)
  const provider = ctx.providers.find('local')
  if (!found || !provider?.drawPoster)
    throw new AppError('not_found', 'This server has no poster to draw.')
  const drawPoster = provider.drawPoster.bind(provider)
  const { values } = await prepareInputs(ctx, found, given)
  const textOf = (key: string) => {
    const value = values[key]
    return typeof value === 'string' ? value : ''
  }
  return drawForCaller(ctx, reply, desk, async (left) => {
    await inTransaction(ctx, async (tx) => {
      const { owner } = await lockCaller(tx)
      await chargeFreeRun(tx, owner, SECONDS)
    })
    const { prompt, aspect, caption, seed } = found.poster.draw
    const bytes = await drawPoster(
      {
        prompt: replaceReferences(prompt, textOf),
        text: textOf(found.poster.field.key),
        caption: caption === undefined ? undefined : replaceReferences(caption, textOf),
        seed,
        aspect,
        longSide: FRONT_POSTER_SIDE,
      },
      left,
    )
    return { picture: `data:image/webp;base64,${bytes.toString('base64')}` }
  })
}
