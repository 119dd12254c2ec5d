import type { Feature } from '../../feature.ts'
import { frontPageRoutes } from './routes.ts'

/** What the landing page shows of the catalogue. */
export const frontPage: Feature = { name: 'front-page', routes: frontPageRoutes }
