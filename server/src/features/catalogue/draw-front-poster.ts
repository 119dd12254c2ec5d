import type { UserInputs } from '@vignette/contract/creations.ts'
import { FRONT_POSTER_SIDE } from '@vignette/contract/front-page.ts'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { drawPreview } from '../generation/index.ts'
import { requireVisitor } from '../identity/index.ts'
import { findPoster } from './find-poster.ts'

/** Draws the landing page's poster for a browser that cannot: small, and without the proof's mark. */
export async function drawFrontPoster(
  ctx: Ctx,
  user_inputs: UserInputs,
  reply: FastifyReply,
): Promise<{ picture: string }> {
  requireVisitor(ctx)
  const found = await findPoster(ctx)
  if (!found) throw new AppError('not_found', 'This server has no poster to draw.')
  const { workflow_id: workflowId, drawing } = found.poster
  const how = { longestSide: FRONT_POSTER_SIDE, bare: true }
  const { picture } = await drawPreview(ctx, { workflowId, user_inputs, drawing, ...how }, reply)
  if (picture === null)
    throw new AppError('generation_failed', 'The poster cannot be drawn of these words.')
  return { picture }
}
