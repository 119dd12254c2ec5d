import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { lockWorkflows, workflows, workflowVersions } from '../workflows/index.ts'

/** A workflow that stands, with its live version. */
export type Judged = NonNullable<Awaited<ReturnType<typeof findJudged>>>

/** Locks the workflow as a pause does, so that a run or checkout either starts before or sees the change. */
export async function findJudged(tx: TxCtx, workflowId: string) {
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
