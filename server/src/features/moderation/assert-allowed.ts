import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findRefused } from './find-refused.ts'
import type { TextField } from './spec.ts'

/** Throws content_refused with the rule and the field's name as people know it. */
export async function assertAllowed(ctx: Ctx, fields: readonly TextField[]): Promise<void> {
  const details = await findRefused(ctx, fields)
  const [first] = details
  if (!first) return
  const isNamed = fields.some(({ path, name }) => path === first.path && name)
  const sentence = isNamed ? first.message : `${first.path} ${first.message}`
  throw new AppError('content_refused', sentence, { details })
}
