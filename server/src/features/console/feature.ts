import type { Feature } from '../../feature.ts'
import { consoleRoutes } from './routes.ts'

/** The operator's seat: what support reads and does, across the other features. */
export const operatorConsole: Feature = { name: 'console', routes: consoleRoutes }
