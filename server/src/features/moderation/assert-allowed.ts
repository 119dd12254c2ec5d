import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findRefused } from './find-refused.ts'
import type { TextField } from './spec.ts'

/** Throws content_refused with the words that are refused, and the field of each. */
export async function assertAllowed(ctx: Ctx, fields: readonly TextField[]): Promise<void> {
  const details = await findRefused(ctx, fields)
  const [first] = details
  if (first) throw new AppError('content_refused', first.message, { details })
}
