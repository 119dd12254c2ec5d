import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { jobs } from './tables.ts'

/** Keeps the sweep from a test, and so from the test's products, until the transaction ends. */
export async function lockTest(tx: TxCtx, id: string): Promise<void> {
  const [row] = await tx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('share')
  if (!row) throw new AppError('not_found', 'This test is no longer kept.')
}
