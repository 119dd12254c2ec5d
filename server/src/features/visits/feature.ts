import type { Feature } from '../../feature.ts'
import { watchRequests } from './watch-requests.ts'
import { sweepVisits } from './write-visits.ts'

/** How many people open a workflow's page, and by which way; nothing is kept about a person. */
export const visits: Feature = { name: 'visits', tasks: [sweepVisits], mount: watchRequests }
