import type { Feature } from '../../feature.ts'
import { collectionAnswers, creationAnswers } from './answers.ts'
import { collectionRoutes } from './collections-routes.ts'
import { sumShown } from './list-creations.ts'
import { collectionListeners, creationListeners } from './listeners.ts'
import { recountPopularity, recountTrending } from './popularity.ts'
import { creationRoutes } from './routes.ts'
import { sweepAdult, sweepCreations } from './sweep-creations.ts'

export const creations: Feature = {
  name: 'creations',
  routes: [...creationRoutes, ...collectionRoutes],
  tasks: [recountPopularity, recountTrending, sumShown, sweepAdult, sweepCreations],
  listeners: [
    { locks: 'creations', hears: creationListeners },
    { locks: 'collections', hears: collectionListeners },
  ],
  answers: [...creationAnswers, ...collectionAnswers],
}
