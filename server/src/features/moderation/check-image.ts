import type { Ctx } from '../../ctx.ts'
import { IMAGE_CHECKS } from './image-checks.ts'
import type { ImageVerdict } from './spec.ts'

const STRICTNESS = { allow: 0, review: 1, refuse: 2 } as const

export async function checkImage(
  ctx: Ctx,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<ImageVerdict> {
  const verdicts = await Promise.all(IMAGE_CHECKS.map((one) => one.check(ctx, bytes, signal)))
  const strictest = verdicts.reduce(
    (most, next) => (STRICTNESS[next.decision] > STRICTNESS[most.decision] ? next : most),
    { decision: 'allow', score: 0 } as ImageVerdict,
  )
  const seen = verdicts.find(({ features }) => features)?.features
  return seen ? { ...strictest, features: seen } : strictest
}
