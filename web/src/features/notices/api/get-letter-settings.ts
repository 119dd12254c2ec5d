import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const letterSettingsQuery = queryOptions({
  queryKey: ['letter-settings'],
  queryFn: ({ signal }) => call('getLetterSettings', { signal }),
})
