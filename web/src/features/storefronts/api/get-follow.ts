import { apiQuery } from '../../../lib/api.ts'

export const followQuery = (id: string) => apiQuery('getFollow', { params: { id } })
