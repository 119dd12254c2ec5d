import type { Ctx } from '../../ctx.ts'
import type { TextField } from './spec.ts'
import { TEXT_CHECKS } from './text-checks.ts'

/** What the texts ask for that is not allowed, with the field's name only where it has one. */
export async function findRefused(
  ctx: Ctx,
  fields: readonly TextField[],
): Promise<{ path: string; message: string }[]> {
  const findings = (await Promise.all(TEXT_CHECKS.map((one) => one.check(ctx, fields)))).flat()
  return findings.map(({ path, says, rule }) => {
    const name = fields.find((field) => field.path === path)?.name
    const asks = `asks for ${says} (rule ${rule}), which is not allowed here.`
    return { path, message: name ? `${name} ${asks}` : asks }
  })
}
