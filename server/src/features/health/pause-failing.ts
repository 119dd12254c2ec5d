import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { tell } from '../notices/index.ts'
import { setFailing } from '../workflows/index.ts'
import { endPause } from './end-pause.ts'
import { listEndedRuns } from './list-ended-runs.ts'
import type { Live } from './lock-live.ts'
import { findLastPause } from './queries.ts'
import { findPauseReason, nextTryAt } from './rules.ts'
import { healthPauses } from './tables.ts'

/** Ends new runs of a workflow, whose row is locked, where its last runs failed, and tells its creator why. */
export async function pauseFailing(tx: TxCtx, { row, version }: Live): Promise<void> {
  const { id: workflowId, ownerId } = row
  const before = await findLastPause(tx, workflowId)
  const published = version.createdAt
  const since =
    before?.endedAt && before.endedAt > published && before.version === version.version
      ? before.endedAt
      : published
  const runs = await listEndedRuns(tx, {
    workflowId,
    version: version.version,
    creatorId: ownerId,
    since,
  })
  const reason = findPauseReason(runs)
  if (!reason) return
  // A version that was published meanwhile has ended the pause of the version before.
  if (before && !before.endedAt) await endPause(tx, workflowId, 'version')
  const { failed, of: judged, newest } = reason
  const now = tx.clock.now()
  const pause = {
    id: newId(),
    workflowId,
    version: version.version,
    failed,
    judged,
    step: newest.step,
    code: newest.code ?? 'failed',
    message: newest.message ?? 'The run failed.',
    beganAt: now,
    nextTryAt: nextTryAt(now, 0),
  }
  await tx.db.insert(healthPauses).values(pause)
  await setFailing(tx, workflowId, pause.beganAt)
  await tell(tx, {
    to: ownerId,
    kind: 'workflow_failing',
    subjectId: pause.id,
    facts: {
      recipe: row.name,
      workflowId,
      failed,
      judged,
      step: pause.step,
      reason: pause.message,
    },
  })
}
