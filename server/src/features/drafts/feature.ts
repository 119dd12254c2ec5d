import type { Feature } from '../../feature.ts'
import { draftAnswers } from './answers.ts'
import { draftListeners } from './listeners.ts'
import { draftRoutes } from './routes.ts'
import { sweepDrafts } from './sweep-drafts.ts'

export const drafts: Feature = {
  name: 'drafts',
  routes: draftRoutes,
  tasks: [sweepDrafts],
  listeners: { locks: 'drafts', hears: draftListeners },
  answers: draftAnswers,
}
