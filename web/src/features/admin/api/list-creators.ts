import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Who asks and who is approved; with a name that one account. */
export const creatorsQuery = (who: string) =>
  queryOptions({
    queryKey: ['creators', who],
    queryFn: ({ signal }) => call('listCreators', { query: who ? { who } : {}, signal }),
  })
