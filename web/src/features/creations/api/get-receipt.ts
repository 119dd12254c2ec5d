import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { untilSettled } from '../describe-payment.ts'

export function receiptQuery(creationId: string) {
  return queryOptions({
    queryKey: ['receipt', creationId],
    queryFn: ({ signal }) => call('getReceipt', { params: { id: creationId }, signal }),
    refetchInterval: untilSettled,
  })
}
