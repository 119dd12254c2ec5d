import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { creations } from '../../schema/creations.ts'

/** A condition: public creations, and the private ones of the workflow's own creator. */
export function mayBeSample(creatorId: string) {
  return and(
    isNotNull(creations.deliveredAt),
    isNull(creations.deletedAt),
    isNull(creations.hiddenAt),
    isNull(creations.proofUntil),
    or(eq(creations.public, true), eq(creations.ownerId, creatorId)),
  )
}
