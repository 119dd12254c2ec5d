import type { Feature } from '../../feature.ts'
import { followAnswers, letterAnswers, storefrontAnswers } from './answers.ts'
import { deliverLetter, withdrawHidden } from './deliver-letter.ts'
import { followRoutes } from './follows-routes.ts'
import { sweepConsents } from './letter-consent.ts'
import { letterRoutes } from './letters-routes.ts'
import { followListeners, storefrontListeners } from './listeners.ts'
import { mountFeed } from './mount-feed.ts'
import { notifyFollowers } from './notify-followers.ts'
import { storefrontRoutes } from './routes.ts'

export const profiles: Feature = {
  name: 'profiles',
  routes: [...storefrontRoutes, ...followRoutes, ...letterRoutes],
  mount: mountFeed,
  listeners: [
    { locks: 'storefronts', hears: storefrontListeners },
    { locks: 'follows', hears: followListeners },
  ],
  answers: [...storefrontAnswers, ...followAnswers, ...letterAnswers],
  tasks: [notifyFollowers, deliverLetter, withdrawHidden, sweepConsents],
}
