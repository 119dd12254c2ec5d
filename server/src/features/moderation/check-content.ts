import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { IMAGE_CHECKS, TEXT_CHECKS } from './checks.ts'
import type { ImageVerdict, TextField, TextFinding } from './spec.ts'

async function checkText(ctx: Ctx, fields: readonly TextField[]): Promise<TextFinding[]> {
  const findings = await Promise.all(TEXT_CHECKS.map((one) => one.check(ctx, fields)))
  return findings.flat()
}

/** Throws content_refused, which names the field as people know it, and the rule. */
export async function assertAllowed(ctx: Ctx, fields: readonly TextField[]): Promise<void> {
  const findings = await checkText(ctx, fields)
  const details = findings.map(({ path, says, rule }) => {
    const name = fields.find((field) => field.path === path)?.name ?? path
    return { path, message: `${name} asks for ${says} (rule ${rule}), which is not allowed here.` }
  })
  const [first] = details
  if (first) throw new AppError('content_refused', first.message, { details })
}

const STRICTNESS = { allow: 0, hold: 1, refuse: 2 } as const

export async function checkImage(
  ctx: Ctx,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<ImageVerdict> {
  const verdicts = await Promise.all(IMAGE_CHECKS.map((one) => one.check(ctx, bytes, signal)))
  return verdicts.reduce(
    (strictest, next) =>
      STRICTNESS[next.decision] > STRICTNESS[strictest.decision] ? next : strictest,
    { decision: 'allow', score: 0 } as ImageVerdict,
  )
}
