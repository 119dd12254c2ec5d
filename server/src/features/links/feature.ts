import type { Feature } from '../../feature.ts'
import { linkAnswers } from './answers.ts'
import { linkListeners } from './listeners.ts'
import { linkRoutes } from './routes.ts'

export const links: Feature = {
  name: 'links',
  routes: linkRoutes,
  listeners: { locks: 'links', hears: linkListeners },
  answers: linkAnswers,
}
