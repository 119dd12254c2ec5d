import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { ImageScores, ScoreRequest } from './child/score-image.ts'
import type { ImageCheck } from './spec.ts'

const SCORE_LIMIT_MS = 30_000

const nsfwScore: ImageCheck = {
  name: ({ NSFW_THRESHOLD, NSFW_REFUSE_THRESHOLD }) =>
    `nsfw-score ${NSFW_THRESHOLD} ${NSFW_REFUSE_THRESHOLD}`,
  async check(ctx, bytes, signal) {
    const request: ScoreRequest = { bytes, maxPixels: MAX_IMAGE_PIXELS }
    const scores = await ctx.children.run<ImageScores>('scoreImage', request, {
      timeoutMs: SCORE_LIMIT_MS,
      ...(signal ? { signal } : {}),
    })
    const score = Math.min(1, scores.porn + scores.hentai)
    const features = Buffer.from(scores.features).toString('base64')
    const { NSFW_THRESHOLD, NSFW_REFUSE_THRESHOLD } = ctx.config
    // The model often misreads drawings, so only a near-certain photograph is refused outright.
    if (scores.porn >= NSFW_REFUSE_THRESHOLD) return { decision: 'refuse', score, features }
    return { decision: score >= NSFW_THRESHOLD ? 'review' : 'allow', score, features }
  },
}

export const IMAGE_CHECKS: readonly ImageCheck[] = [nsfwScore]
