import { apiQuery } from '../../../lib/api.ts'
import { untilSettled } from '../describe-payment.ts'

export const purchaseQuery = (paymentId: string) =>
  apiQuery('getPurchase', { params: { id: paymentId } }, { refetchInterval: untilSettled })
