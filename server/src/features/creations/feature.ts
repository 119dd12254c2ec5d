import type { Feature } from '../../feature.ts'
import { creationAnswers } from './answers.ts'
import { creationListeners } from './listeners.ts'
import { recountPopularity } from './recount-popularity.ts'
import { creationRoutes } from './routes.ts'
import { sumShown } from './sum-shown.ts'
import { sweepCreations } from './sweep-creations.ts'

export const creations: Feature = {
  name: 'creations',
  routes: creationRoutes,
  tasks: [recountPopularity, sumShown, sweepCreations],
  listeners: { locks: 'creations', hears: creationListeners },
  answers: creationAnswers,
}
