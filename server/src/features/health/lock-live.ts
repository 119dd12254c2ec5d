import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { lockWorkflows, workflows, workflowVersions } from '../workflows/index.ts'

/** A workflow that is not deleted, with its live version. */
export type Live = NonNullable<Awaited<ReturnType<typeof lockLive>>>

/**
 * Takes the lock that a creator's pause takes, so that a run or checkout either starts before the
 * change or sees it.
 */
export async function lockLive(tx: TxCtx, workflowId: string) {
  await lockWorkflows(tx, eq(workflows.id, workflowId))
  const [found] = await tx.db
    .select({ row: workflows, version: workflowVersions })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(and(eq(workflows.id, workflowId), isNull(workflows.deletedAt)))
  return found
}
