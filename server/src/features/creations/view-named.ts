import type { CreationItem } from '@vignette/contract/creations.ts'
import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'
import type { CreationRow } from './tables.ts'
import { viewItems } from './view-items.ts'

export interface NamedItems {
  items: (CreationItem & { workflow_name: string })[]
  nextOffset: number | null
  next_cursor: string | null
}

export async function viewNamed(
  ctx: Ctx,
  rows: readonly CreationRow[],
): Promise<NamedItems['items']> {
  const [names, items] = await Promise.all([
    namesOf(
      ctx,
      rows.map((row) => row.workflowId),
    ),
    viewItems(ctx, rows),
  ])
  return items.map((item) => ({ ...item, workflow_name: names.get(item.workflow_id) ?? '' }))
}

/** Without the names of recipes that an admin hid, which may be what they were hidden for. */
async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(and(inArray(workflows.id, [...new Set(ids)]), isNull(workflows.hiddenAt)))
  return new Map(rows.map((row) => [row.id, row.name]))
}
