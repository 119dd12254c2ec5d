import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'
import type { WorkflowRow } from '../../schema/workflows.ts'

export const workflowEvents = {
  /** These workflows entered Discover, perhaps not for the first time. Their rows are locked. */
  listed: defineEvent<TxCtx, { workflowIds: readonly string[] }>('workflows.listed'),
  /** New runs have ended for these workflows: paused, failing, taken down or hidden. Their rows are locked. */
  closed: defineEvent<TxCtx, { workflowIds: readonly string[] }>('workflows.closed'),
  /** A workflow takes new runs no more or again, whatever the cause, or an admin hid it. Its row is locked. */
  changed: defineEvent<
    TxCtx,
    { workflowId: string; ownerId: string; to: 'paused' | 'resumed' | 'hidden' }
  >('workflows.changed'),
}

type Open = Pick<WorkflowRow, 'id' | 'ownerId' | 'state' | 'failingAt' | 'goneModel' | 'hiddenAt'>

/** Tells that a locked workflow was paused, resumed or hidden, where the change made a difference. */
export async function tellChange(tx: TxCtx, before: Open, after: Open): Promise<void> {
  const [from, to] = [standingOf(before), standingOf(after)]
  if (from === to) return
  const { id: workflowId, ownerId } = after
  await workflowEvents.changed.emit(tx, { workflowId, ownerId, to })
}

function standingOf({
  state,
  failingAt,
  goneModel,
  hiddenAt,
}: Open): 'paused' | 'resumed' | 'hidden' {
  if (hiddenAt) return 'hidden'
  return state === 'paused' || failingAt || goneModel !== null ? 'paused' : 'resumed'
}
