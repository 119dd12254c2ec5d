import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'

/** The ids of a creator's workflows, those that were taken down too. */
export function ownedBy(ctx: Pick<Ctx, 'db'>, ownerId: string) {
  return ctx.db.select({ id: workflows.id }).from(workflows).where(eq(workflows.ownerId, ownerId))
}
