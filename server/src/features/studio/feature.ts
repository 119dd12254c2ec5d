import type { Feature } from '../../feature.ts'
import { linkAnswers } from './answers.ts'
import { checkHealth } from './check-health.ts'
import { healthRoutes } from './health-routes.ts'
import { linkRoutes } from './links-routes.ts'
import { healthListeners, linkListeners } from './listeners.ts'
import { numberRoutes } from './numbers-routes.ts'
import { healthGauges } from './pause.ts'
import { recountDaysTask } from './recount-days.ts'
import { studioRoutes } from './routes.ts'
import { sweepHealth } from './sweep-health.ts'

export const studio: Feature = {
  name: 'studio',
  routes: [...studioRoutes, ...healthRoutes, ...numberRoutes, ...linkRoutes],
  tasks: [checkHealth, sweepHealth, recountDaysTask],
  metrics: healthGauges,
  listeners: [
    { locks: 'workflows', hears: healthListeners },
    { locks: 'links', hears: linkListeners },
  ],
  answers: linkAnswers,
}
