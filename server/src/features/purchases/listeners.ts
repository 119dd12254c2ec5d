import type { Handling } from '../../platform/wiring.ts'
import { moneyEvents } from '../payments/index.ts'
import { dropEndedProof } from './proof-end.ts'

/** How proofs react to events of lower features. */
export const proofListeners: Handling[] = [
  moneyEvents.proofEnded.hear(async (tx, { creationId }) => {
    await tx.queue.send(tx, dropEndedProof, { creationId })
  }),
]
