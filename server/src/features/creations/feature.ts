import type { Feature } from '../../feature.ts'
import { creationAnswers } from './answers.ts'
import { sumShown } from './list-creations.ts'
import { creationListeners } from './listeners.ts'
import { recountPopularity, recountTrending } from './popularity.ts'
import { creationPorts } from './ports.ts'
import { creationRoutes } from './routes.ts'
import { sweepCreations } from './sweep-creations.ts'

export const creations: Feature = {
  name: 'creations',
  routes: creationRoutes,
  tasks: [recountPopularity, recountTrending, sumShown, sweepCreations],
  listeners: { locks: 'creations', hears: creationListeners },
  asks: Object.values(creationPorts),
  answers: creationAnswers,
}
