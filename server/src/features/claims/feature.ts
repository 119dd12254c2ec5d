import type { Feature } from '../../feature.ts'
import { sweepClaims } from './claim.ts'
import { mountClaimPages } from './mount-claim-pages.ts'

export const claims: Feature = {
  name: 'claims',
  tasks: [sweepClaims],
  mount: mountClaimPages,
}
