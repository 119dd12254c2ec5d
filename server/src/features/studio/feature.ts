import type { Feature } from '../../feature.ts'
import { studioRoutes } from './routes.ts'

/** What creators see of their recipes: figures of workflows, jobs, payments and the ledger together. */
export const studio: Feature = { name: 'studio', routes: studioRoutes }
