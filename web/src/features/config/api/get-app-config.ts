import { queryOptions } from '@tanstack/react-query'
import type { AppConfig } from '@vignette/contract/app.ts'
import { call } from '../../../lib/client.ts'

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }): Promise<AppConfig> => call('getAppConfig', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
