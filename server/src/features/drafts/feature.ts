import type { Feature } from '../../feature.ts'
import { draftAnswers } from './answers.ts'
import { sweepDrafts } from './draft.ts'
import { draftListeners } from './listeners.ts'
import { draftRoutes } from './routes.ts'

export const drafts: Feature = {
  name: 'drafts',
  routes: draftRoutes,
  tasks: [sweepDrafts],
  listeners: { locks: 'drafts', hears: draftListeners },
  answers: draftAnswers,
}
