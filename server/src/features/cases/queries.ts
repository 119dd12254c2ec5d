import { eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockPayment, type PaymentRow, payments } from '../payments/index.ts'
import { isUndecided } from './rules.ts'
import { type CaseRow, cases } from './tables.ts'

export interface FoundCase {
  row: CaseRow
  payment: PaymentRow
}

export function caseNotFound(): AppError {
  return new AppError('not_found', 'There is no such case.')
}

export function assertUndecided(row: CaseRow): void {
  if (!isUndecided(row)) throw new AppError('conflict', 'This case is closed already.')
}

export async function findCase(ctx: Pick<Ctx, 'db'>, id: string): Promise<FoundCase | undefined> {
  const [found] = await ctx.db
    .select({ row: cases, payment: payments })
    .from(cases)
    .innerJoin(payments, eq(payments.id, cases.paymentId))
    .where(eq(cases.id, id))
  return found
}

/** Reads the case about a payment and locks its row; the caller has locked the payment. */
export async function lockCaseOf(tx: TxCtx, paymentId: string): Promise<CaseRow | undefined> {
  const [row] = await tx.db.select().from(cases).where(eq(cases.paymentId, paymentId)).for('update')
  return row
}

/** Locks the payment first, as refunds and disputes do, and the case second. */
export async function lockCase(tx: TxCtx, id: string): Promise<FoundCase> {
  const found = await findCase(tx, id)
  if (!found) throw caseNotFound()
  const payment = await lockPayment(tx, found.payment.id)
  const row = await lockCaseOf(tx, payment.id)
  if (!row) throw caseNotFound()
  return { row, payment }
}
