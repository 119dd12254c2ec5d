import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getOwnDelivered } from './queries.ts'
import type { CreationRow } from './tables.ts'

export type ProofRow = CreationRow & { proofUntil: Date; wholeMediaId: string; mediaId: string }

/** A creation of the caller, locked; `proof` where its buyer has not decided yet. */
export async function lockOwnCreation(
  tx: TxCtx,
  id: string,
): Promise<{ row: CreationRow; proof: ProofRow | undefined }> {
  const row = await getOwnDelivered(tx, id, { lock: true })
  return { row, proof: isProof(row) ? row : undefined }
}

/** A proof of the caller that was neither kept nor declined, locked. */
export async function lockProof(tx: TxCtx, id: string): Promise<ProofRow> {
  const { proof } = await lockOwnCreation(tx, id)
  if (proof) return proof
  throw new AppError('payment_state', 'This is the whole creation: there is nothing to decide.')
}

function isProof(row: CreationRow): row is ProofRow {
  return row.proofUntil !== null
}
