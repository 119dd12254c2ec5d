import type { TxCtx } from '../../ctx.ts'
import { tell } from '../notices/index.ts'
import { setFailing } from '../workflows/index.ts'
import { endPause } from './end-pause.ts'
import { findPassedRun } from './find-passed-run.ts'
import type { Live } from './lock-live.ts'

/** Allows new runs of a workflow, whose row is locked, once a run or a test has delivered since the pause. */
export async function resumeWorking(tx: TxCtx, { row, version }: Live): Promise<void> {
  const { id: workflowId, ownerId, failingAt } = row
  if (!failingAt) return
  const by = await findPassedRun(tx, {
    workflowId,
    creatorId: ownerId,
    version: version.version,
    recipe: version.recipe,
    since: failingAt,
  })
  if (!by) return
  await setFailing(tx, workflowId, null)
  const ended = await endPause(tx, workflowId, by)
  if (!ended) return
  await tell(tx, {
    to: ownerId,
    kind: 'workflow_works',
    subjectId: ended.id,
    facts: { recipe: row.name, workflowId, by, since: ended.beganAt.toISOString() },
  })
}
