import type { Feature } from '../../feature.ts'
import { purchaseRoutes } from './routes.ts'

/** What buyers see of their own payments: payments, creations and recipes together. */
export const purchases: Feature = { name: 'purchases', routes: purchaseRoutes }
