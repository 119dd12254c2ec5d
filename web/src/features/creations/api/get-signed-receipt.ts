import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { untilSettled } from '../describe-payment.ts'

/** A POST, so that the token stands in no log. */
export const signedReceiptQuery = (token: string) =>
  queryOptions({
    queryKey: ['signed-receipt', token],
    queryFn: ({ signal }) => call('getSignedReceipt', { body: { token }, signal }),
    refetchInterval: untilSettled,
  })
