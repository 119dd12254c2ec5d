import { and, count, eq, inArray, max, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isCodeUsed, payments } from '../payments/index.ts'
import { workflows, workflowVersions } from '../workflows/index.ts'
import { codePorts } from './ports.ts'
import { type CodeRow, codes } from './tables.ts'

/** A code of a recipe's creator, by its text in any case. */
export async function findCode(
  ctx: Pick<Ctx, 'db'>,
  { ownerId, text }: { ownerId: string; text: string },
): Promise<CodeRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(codes)
    .where(and(eq(codes.ownerId, ownerId), eq(codes.code, text.toUpperCase())))
  return row
}

/** How often each code is in use or was used: by payments that may be captured or are, and by free runs. */
export async function countUses(
  ctx: Ctx,
  { codeIds, ownerId }: { codeIds: readonly string[]; ownerId?: string },
): Promise<Map<string, number>> {
  if (codeIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ codeId: sql<string>`${payments.codeId}`, uses: count() })
    .from(payments)
    .where(
      and(
        inArray(payments.codeId, [...codeIds]),
        isCodeUsed,
        ownerId === undefined ? undefined : eq(payments.buyerId, ownerId),
      ),
    )
    .groupBy(payments.codeId)
  const free = await codePorts.countFreeRuns.ask(ctx, { codeIds, ...(ownerId && { ownerId }) })
  const uses = new Map(free)
  for (const row of rows) uses.set(row.codeId, (uses.get(row.codeId) ?? 0) + row.uses)
  return uses
}

/** The most that a run of these recipes may cost now. A code for all recipes pays for no run that costs something. */
export async function findRunCost(
  ctx: Pick<Ctx, 'db'>,
  { kind, ownerId, workflowIds }: Pick<CodeRow, 'kind' | 'ownerId' | 'workflowIds'>,
): Promise<number> {
  if (kind !== 'free' || workflowIds.length === 0) return 0
  const [row] = await ctx.db
    .select({ cost: max(workflowVersions.cost) })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(and(inArray(workflows.id, workflowIds), eq(workflows.ownerId, ownerId)))
  return row?.cost ?? 0
}
