import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { untilSettled } from '../describe-payment.ts'

export const purchaseQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['purchase', paymentId],
    queryFn: ({ signal }) => call('getPurchase', { params: { id: paymentId }, signal }),
    refetchInterval: untilSettled,
  })
