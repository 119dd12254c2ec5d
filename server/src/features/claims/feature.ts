import type { Feature } from '../../feature.ts'
import { claimAnswers } from './answers.ts'
import { sweepClaims } from './claim.ts'
import { hideDueClaims } from './decide-claim.ts'
import { mountClaimPages } from './mount-claim-pages.ts'
import { restoreCountered } from './object-to-claim.ts'
import { claimRoutes } from './routes.ts'

import { takeCopies } from './take-copies.ts'

export const claims: Feature = {
  name: 'claims',
  routes: claimRoutes,
  mount: mountClaimPages,
  tasks: [takeCopies, sweepClaims, hideDueClaims, restoreCountered],
  answers: claimAnswers,
}
