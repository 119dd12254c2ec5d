import type { Feature } from '../../feature.ts'
import { settingsRoutes } from './routes.ts'

/** What the operator chooses, changed while the server runs. */
export const settings: Feature = { name: 'settings', routes: settingsRoutes }
