import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type CaseRow, cases } from './tables.ts'

/** The buyer's only case about a payment. */
export async function findCaseAbout(
  ctx: Pick<Ctx, 'db'>,
  paymentId: string,
): Promise<CaseRow | undefined> {
  const [row] = await ctx.db.select().from(cases).where(eq(cases.paymentId, paymentId))
  return row
}
