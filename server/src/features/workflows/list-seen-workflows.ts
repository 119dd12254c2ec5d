import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isListed } from './is-listed.ts'
import { type WorkflowRow, workflows } from './tables.ts'

/**
 * Lists the given workflows that the caller may see; `unlisted`: the caller knows the address, so
 * unlisted workflows too.
 */
export async function listSeenWorkflows(
  ctx: Ctx,
  ids: readonly string[],
  { unlisted }: { unlisted: boolean },
): Promise<WorkflowRow[]> {
  if (ids.length === 0) return []
  const { principal } = ctx.caller
  const mine = principal ? eq(workflows.ownerId, principal.id) : undefined
  const open = unlisted ? isNull(workflows.hiddenAt) : isListed
  return ctx.db
    .select()
    .from(workflows)
    .where(and(inArray(workflows.id, [...ids]), isNull(workflows.deletedAt), or(open, mine)))
}
