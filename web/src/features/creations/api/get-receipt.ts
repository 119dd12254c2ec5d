import { apiQuery } from '../../../lib/api.ts'
import { untilSettled } from '../describe-payment.ts'

export const receiptQuery = (creationId: string) =>
  apiQuery('getReceipt', { params: { id: creationId } }, { refetchInterval: untilSettled })
