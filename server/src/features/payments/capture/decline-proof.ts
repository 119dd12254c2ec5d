import type { TxCtx } from '../../../ctx.ts'
import { lockProof } from './lock-proof.ts'
import { requestRelease } from './request-release.ts'

/** Requests the release of what was authorised for a proof. */
export async function declineProof(tx: TxCtx, creationId: string): Promise<void> {
  await requestRelease(tx, await lockProof(tx, creationId), 'declined')
}
