import type { Feature } from '../../feature.ts'
import { referralAnswers } from './answers.ts'
import { referralListeners } from './listeners.ts'
import { mountLinks } from './mount-links.ts'
import { referralRoutes } from './routes.ts'

/** Fans who lead new buyers here: their links, and what the links have earned. */
export const referrals: Feature = {
  name: 'referrals',
  routes: referralRoutes,
  mount: mountLinks,
  listeners: { locks: 'referrals', hears: referralListeners },
  answers: referralAnswers,
}
