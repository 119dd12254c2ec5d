import { isNotNull } from 'drizzle-orm'
import { payments } from './tables.ts'

/** A condition: no creator's own run, which is counted in no number. */
export const isSale = isNotNull(payments.creatorId)
