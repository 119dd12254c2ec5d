import type { Feature } from '../../feature.ts'
import { sweepDrafts } from './draft.ts'
import { draftRoutes } from './routes.ts'

export const drafts: Feature = {
  name: 'drafts',
  routes: draftRoutes,
  tasks: [sweepDrafts],
}
