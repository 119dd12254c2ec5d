import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { creations } from '../creations/index.ts'
import { payments } from '../payments/index.ts'

/** A checkout that was never paid is no purchase. */
export const isAuthorised = notInArray(payments.state, ['created', 'expired'])

/** The creation of a payment, as long as the buyer has it. */
export const hasCreation = and(
  eq(creations.id, payments.creationId),
  eq(creations.ownerId, payments.buyerId),
  isNotNull(creations.deliveredAt),
  isNull(creations.deletedAt),
)
