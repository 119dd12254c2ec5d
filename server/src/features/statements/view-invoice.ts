import { API_BASE } from '@vignette/contract/paths.ts'
import type { InvoiceView } from '@vignette/contract/statements.ts'
import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Paper, signPaper } from './sign-paper.ts'
import { creditNotes, type InvoiceRow } from './tables.ts'

export async function viewInvoice(ctx: Ctx, row: InvoiceRow): Promise<InvoiceView> {
  const notes = await ctx.db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, row.id))
    .orderBy(asc(creditNotes.id))
  const addressOf = (paper: Paper) => `${API_BASE}/invoices/${signPaper(ctx, paper)}`
  const { buyer } = row
  return {
    number: row.number,
    issued_at: row.issuedAt.toISOString(),
    amount: row.amount,
    currency: row.currency,
    buyer: buyer && { name: buyer.name, address: buyer.address, vat_id: buyer.vatId },
    sealed: row.sealedAt !== null,
    url: addressOf({ kind: 'invoice', id: row.id }),
    credit_notes: notes.map((note) => ({
      number: note.number,
      issued_at: note.issuedAt.toISOString(),
      amount: note.amount,
      corrects: notes.find(({ id }) => id === note.corrects)?.number ?? null,
      url: addressOf({ kind: 'credit', id: note.id }),
    })),
  }
}
