import type { Feature } from '../../feature.ts'
import { recountPopularity } from './recount-popularity.ts'
import { creationRoutes } from './routes.ts'
import { sweepCreations } from './sweep-creations.ts'

export const creations: Feature = {
  name: 'creations',
  routes: creationRoutes,
  tasks: [recountPopularity, sweepCreations],
}
