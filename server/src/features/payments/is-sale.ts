import { isNotNull } from 'drizzle-orm'
import { payments } from '../../schema/payments.ts'

/** A condition: no creator's own run, which is counted in no number. */
export const isSale = isNotNull(payments.creatorId)
