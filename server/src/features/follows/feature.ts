import type { Feature } from '../../feature.ts'
import { followAnswers } from './answers.ts'
import { followListeners } from './listeners.ts'
import { tellFollowers } from './notify-followers.ts'
import { followRoutes } from './routes.ts'

export const follows: Feature = {
  name: 'follows',
  routes: followRoutes,
  tasks: [tellFollowers],
  listeners: { locks: 'follows', hears: followListeners },
  answers: followAnswers,
}
