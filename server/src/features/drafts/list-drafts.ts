import type { ListedDraft } from '@vignette/contract/drafts.ts'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { requireVisitor } from '../identity/index.ts'
import { workflowDrafts } from './tables.ts'
import { viewListedDraft } from './view-draft.ts'

export async function listDrafts(
  ctx: Ctx,
  {
    workflow_id: workflowId,
    ...place
  }: Omit<Place, 'offset'> & { workflow_id?: string | undefined },
): Promise<{ drafts: ListedDraft[]; next_cursor: string | null }> {
  const owner = requireVisitor(ctx)
  const { text: _, ...columns } = getTableColumns(workflowDrafts)
  const list = {
    name: ['drafts', owner.id, ...(workflowId ? [workflowId] : [])],
    columns: [workflowDrafts.updatedAt, workflowDrafts.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...place, offset: 0 }, (at) =>
    ctx.db
      .select({ ...columns, key: at.key })
      .from(workflowDrafts)
      .where(
        and(
          eq(workflowDrafts.ownerId, owner.id),
          workflowId ? eq(workflowDrafts.workflowId, workflowId) : undefined,
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { drafts: rows.map(viewListedDraft), next_cursor }
}
