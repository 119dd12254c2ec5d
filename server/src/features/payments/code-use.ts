import { and, eq, gt, inArray } from 'drizzle-orm'
import { payments } from '../../schema/payments.ts'

/** A condition: the payment has taken its use of a code. One that ends without a capture gives it back. */
export const isCodeUsed = inArray(payments.state, [
  'authorized',
  'delivered',
  'capture_requested',
  'captured',
])

/** A condition: a checkout that is not paid yet holds a use of a code, so that paying never comes too late. */
export const isCodeHeld = eq(payments.state, 'created')

/** How long a checkout holds a use against a buyer who wants it. */
const CODE_HOLD_MS = 10 * 60_000

/** A condition: the checkout holds its use against everybody. */
export const isCodeHeldFast = (now: Date) =>
  and(isCodeHeld, gt(payments.createdAt, new Date(now.getTime() - CODE_HOLD_MS)))
