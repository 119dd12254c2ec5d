import type { Feature } from '../../feature.ts'
import { proofListeners } from './listeners.ts'
import { dropEndedProof, warnUndecided } from './proof-end.ts'
import { proofRoutes } from './routes.ts'

export const proofs: Feature = {
  name: 'proofs',
  routes: proofRoutes,
  tasks: [dropEndedProof, warnUndecided],
  listeners: { locks: 'payments', hears: proofListeners },
}
