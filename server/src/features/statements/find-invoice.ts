import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type InvoiceRow, invoices } from './tables.ts'

export async function findInvoice(
  ctx: Pick<Ctx, 'db'>,
  paymentId: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await ctx.db.select().from(invoices).where(eq(invoices.paymentId, paymentId))
  return row
}
