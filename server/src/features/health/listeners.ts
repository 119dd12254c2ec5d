import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { generationEvents } from '../generation/index.ts'
import { checkHealth } from './check-health.ts'

/** A workflow is judged after the transaction that ends its run, so that no run's end waits for the judgement. */
const judgeSoon = (tx: TxCtx, { workflowId }: { workflowId: string }) =>
  tx.queue.send(tx, checkHealth, { workflowId }, { singletonKey: workflowId })

/** How health reacts to events of lower features. */
export const healthListeners: Handling[] = [
  generationEvents.failed.hear(judgeSoon),
  generationEvents.testPassed.hear(judgeSoon),
]
