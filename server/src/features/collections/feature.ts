import type { Feature } from '../../feature.ts'
import { collectionAnswers } from './answers.ts'
import { collectionListeners } from './listeners.ts'
import { collectionRoutes } from './routes.ts'

export const collections: Feature = {
  name: 'collections',
  routes: collectionRoutes,
  listeners: { locks: 'collections', hears: collectionListeners },
  answers: collectionAnswers,
}
