import type { HealthPause, WorkflowHealth } from '@vignette/contract/health.ts'
import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { DatabaseMetric } from '../../platform/db/db.ts'
import { type HealthPauseRow, healthPauses } from '../../schema/studio.ts'
import { getOwned } from '../workflows/index.ts'

const LISTED = 20

/** Whether the caller's own workflow delivers, and when it did not. */
export async function getHealth(ctx: Ctx, id: string): Promise<WorkflowHealth> {
  const { row } = await getOwned(ctx, id)
  const pauses = await listPauses(ctx, id, LISTED)
  const open = row.failingAt ? pauses.find((pause) => !pause.endedAt) : undefined
  return {
    failing_since: row.failingAt?.toISOString() ?? null,
    next_try: open?.nextTryAt?.toISOString() ?? null,
    pauses: pauses.map((pause) => view(pause, row.failingAt)),
  }
}

function view(pause: HealthPauseRow, failingAt: Date | null): HealthPause {
  const { beganAt, endedAt, endedBy, version, failed, judged, step, message } = pause
  // A new version ends a pause at once; its row follows within a minute.
  const ended = endedBy ?? (failingAt ? null : 'version')
  return {
    id: pause.id,
    version,
    began_at: beganAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    ended_by: ended,
    failed,
    judged,
    step,
    message,
  }
}

const newestFirst = desc(healthPauses.beganAt)

/** The newest pause of a workflow, open or ended. */
export async function findLastPause(ctx: Pick<Ctx, 'db'>, workflowId: string) {
  const [row] = await ctx.db
    .select()
    .from(healthPauses)
    .where(eq(healthPauses.workflowId, workflowId))
    .orderBy(newestFirst)
    .limit(1)
  return row
}

/** The newest pauses of a workflow, newest first. */
function listPauses(ctx: Pick<Ctx, 'db'>, workflowId: string, most: number) {
  return ctx.db
    .select()
    .from(healthPauses)
    .where(eq(healthPauses.workflowId, workflowId))
    .orderBy(newestFirst)
    .limit(most)
}

export const healthGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_workflows_failing',
    help: 'Workflows that start no new run, because their last runs failed.',
    labels: [],
    query: `select count(*) as value from workflows where failing_at is not null and deleted_at is null`,
  },
]
