import { apiQuery } from './api.ts'

export const configQuery = apiQuery('getAppConfig', {}, { staleTime: Number.POSITIVE_INFINITY })
