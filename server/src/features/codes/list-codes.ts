import type { listCodes as route } from '@vignette/contract/codes.ts'
import { and, arrayContains, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { requireUser } from '../identity/index.ts'
import { findRunCost } from './queries.ts'
import { codes } from './tables.ts'
import { viewCodes } from './view-codes.ts'

export async function listCodes(
  ctx: Ctx,
  { workflow_id: workflowId, ...place }: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  const owner = requireUser(ctx)
  const list = {
    name: ['codes', owner.id, ...(workflowId ? [workflowId] : [])],
    columns: [codes.createdAt, codes.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...place, offset: 0 }, (at) =>
    ctx.db
      .select({ row: codes, key: at.key })
      .from(codes)
      .where(
        and(
          eq(codes.ownerId, owner.id),
          workflowId
            ? or(
                sql`cardinality(${codes.workflowIds}) = 0`,
                arrayContains(codes.workflowIds, [workflowId]),
              )
            : undefined,
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const found = await viewCodes(
    ctx,
    rows.map(({ row }) => row),
  )
  const runCost = await findRunCost(ctx, {
    kind: 'free',
    ownerId: owner.id,
    workflowIds: workflowId ? [workflowId] : [],
  })
  return { codes: found, run_cost: runCost, next_cursor }
}
