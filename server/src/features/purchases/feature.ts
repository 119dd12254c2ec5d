import type { Feature } from '../../feature.ts'
import { proofListeners } from './listeners.ts'
import { dropEndedProof, warnUndecided } from './proof-end.ts'
import { proofRoutes } from './proofs-routes.ts'
import { purchaseRoutes } from './routes.ts'

export const purchases: Feature = {
  name: 'purchases',
  routes: [...purchaseRoutes, ...proofRoutes],
  tasks: [dropEndedProof, warnUndecided],
  listeners: { locks: 'payments', hears: proofListeners },
}
