import type { HealthPause, WorkflowHealth } from '@vignette/contract/health.ts'
import type { Ctx } from '../../ctx.ts'
import { getOwned } from '../workflows/index.ts'
import { listPauses } from './queries.ts'
import type { HealthPauseRow } from './tables.ts'

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
