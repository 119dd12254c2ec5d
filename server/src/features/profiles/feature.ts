import type { Feature } from '../../feature.ts'
import { followAnswers, storefrontAnswers } from './answers.ts'
import { followRoutes } from './follows-routes.ts'
import { followListeners, storefrontListeners } from './listeners.ts'
import { mountFeed } from './mount-feed.ts'
import { notifyFollowers } from './notify-followers.ts'
import { storefrontRoutes } from './routes.ts'

export const profiles: Feature = {
  name: 'profiles',
  routes: [...storefrontRoutes, ...followRoutes],
  mount: mountFeed,
  listeners: [
    { locks: 'storefronts', hears: storefrontListeners },
    { locks: 'follows', hears: followListeners },
  ],
  answers: [...storefrontAnswers, ...followAnswers],
  tasks: [notifyFollowers],
}
