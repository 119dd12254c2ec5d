import type { Feature } from '../../feature.ts'
import { storefrontAnswers } from './answers.ts'
import { storefrontListeners } from './listeners.ts'
import { mountFeed } from './mount-feed.ts'
import { storefrontRoutes } from './routes.ts'

export const storefronts: Feature = {
  name: 'storefronts',
  routes: storefrontRoutes,
  mount: mountFeed,
  listeners: { locks: 'storefronts', hears: storefrontListeners },
  answers: storefrontAnswers,
}
