import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { kept, shown } from './list-user-creations.ts'
import { ofListed } from './of-listed.ts'
import { type CreationRow, creations } from './tables.ts'

/** The newest public creations that a person made with listed recipes. */
export function listShownOf(ctx: Ctx, ownerId: string, most: number): Promise<CreationRow[]> {
  return ctx.db
    .select()
    .from(creations)
    .where(and(eq(creations.ownerId, ownerId), kept, shown, ofListed))
    .orderBy(desc(creations.deliveredAt), desc(creations.id))
    .limit(most)
}
