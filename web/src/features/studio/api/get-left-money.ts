import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** A POST, so that the token stands in no log. */
export const leftMoneyQuery = (token: string) =>
  queryOptions({
    queryKey: ['left-money', token],
    queryFn: ({ signal }) => call('getLeftMoney', { body: { token }, signal }),
  })
