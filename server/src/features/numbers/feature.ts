import type { Feature } from '../../feature.ts'
import { recountDaysTask } from './recount-days.ts'
import { numberRoutes } from './routes.ts'

/** What creators read of their recipes' visitors, runs and money. */
export const numbers: Feature = {
  name: 'numbers',
  routes: numberRoutes,
  tasks: [recountDaysTask],
}
