import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { generationEvents } from '../generation/index.ts'
import { checkHealth } from './check-health.ts'

/** Checks the workflow in a task after the transaction that ends its run, so that no run's end waits for the check. */
const checkSoon = (tx: TxCtx, { workflowId }: { workflowId: string }) =>
  tx.queue.send(tx, checkHealth, { workflowId }, { singletonKey: workflowId })

/** How health reacts to events of lower features. */
export const healthListeners: Handling[] = [
  generationEvents.failed.hear(checkSoon),
  generationEvents.testPassed.hear(checkSoon),
]
