import type { Feature } from '../../feature.ts'
import { creationAnswers } from './answers.ts'
import { creationListeners } from './listeners.ts'
import { creationPorts } from './ports.ts'
import { recountPopularity } from './recount-popularity.ts'
import { recountTrending } from './recount-trending.ts'
import { creationRoutes } from './routes.ts'
import { sumShown } from './sum-shown.ts'
import { sweepCreations } from './sweep-creations.ts'

export const creations: Feature = {
  name: 'creations',
  routes: creationRoutes,
  tasks: [recountPopularity, recountTrending, sumShown, sweepCreations],
  listeners: { locks: 'creations', hears: creationListeners },
  asks: Object.values(creationPorts),
  answers: creationAnswers,
}
