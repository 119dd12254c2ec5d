import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { TextField, TextFinding } from './spec.ts'
import { TEXT_CHECKS } from './text-checks.ts'

async function checkText(ctx: Ctx, fields: readonly TextField[]): Promise<TextFinding[]> {
  const findings = await Promise.all(TEXT_CHECKS.map((one) => one.check(ctx, fields)))
  return findings.flat()
}

/** Throws content_refused with the rule and the field's name as people know it. */
export async function assertAllowed(ctx: Ctx, fields: readonly TextField[]): Promise<void> {
  const findings = await checkText(ctx, fields)
  const details = findings.map(({ path, says, rule }) => {
    const name = fields.find((field) => field.path === path)?.name ?? path
    return { path, message: `${name} asks for ${says} (rule ${rule}), which is not allowed here.` }
  })
  const [first] = details
  if (first) throw new AppError('content_refused', first.message, { details })
}
