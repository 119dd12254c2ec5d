import { apiQuery } from '../../../lib/api.ts'

export const sessionsQuery = apiQuery('listSessions', {}, { select: ({ sessions }) => sessions })
