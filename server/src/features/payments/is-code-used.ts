import { inArray } from 'drizzle-orm'
import { payments } from './tables.ts'

/** A condition: the payment keeps its use of a code. One that ends without a capture gives it back. */
export const isCodeUsed = inArray(payments.state, [
  'created',
  'authorized',
  'delivered',
  'capture_requested',
  'captured',
])
