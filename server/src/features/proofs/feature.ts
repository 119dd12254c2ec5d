import type { Feature } from '../../feature.ts'
import { dropEndedProof } from './drop-ended-proof.ts'
import { proofListeners } from './listeners.ts'
import { proofRoutes } from './routes.ts'
import { warnUndecided } from './warn-undecided.ts'

export const proofs: Feature = {
  name: 'proofs',
  routes: proofRoutes,
  tasks: [dropEndedProof, warnUndecided],
  listeners: { locks: 'payments', hears: proofListeners },
}
