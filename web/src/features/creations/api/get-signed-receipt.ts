import { apiQuery } from '../../../lib/api.ts'
import { untilSettled } from '../describe-payment.ts'

/** A POST, so that the token stands in no log. */
export const signedReceiptQuery = (token: string) =>
  apiQuery('getSignedReceipt', { body: { token } }, { refetchInterval: untilSettled })
