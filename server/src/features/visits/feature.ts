import type { Feature } from '../../feature.ts'
import { sweepVisits } from './sweep-visits.ts'
import { watchRequests } from './watch-requests.ts'

/** How many people open a workflow's page, and by which way; nothing is kept about a person. */
export const visits: Feature = { name: 'visits', tasks: [sweepVisits], mount: watchRequests }
