import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { definePort, defineSurvey } from '../../platform/wiring.ts'

export const mediaPorts = {
  /** The verdict on an uploaded file, whose small preview is scored; asked outside a transaction. */
  uploadVerdict: definePort<
    Ctx,
    { preview: Uint8Array },
    { verdict: 'allow' | 'review' | 'refuse'; verdictBy: string }
  >('media.upload-verdict'),
  /** Whether an admin was asked to review the object that this private file belongs to. */
  isReported: definePort<Ctx, { mediaId: string }, boolean>('media.is-reported'),
  /** Whether a public workflow or creation shows this file. */
  isShown: defineSurvey<TxCtx, { mediaId: string }, boolean>('media.is-shown'),
  /** Whether the owner of this private file lets the person see it, as in a buyer's case. */
  isShared: defineSurvey<
    Ctx,
    { mediaId: string; viewer: Pick<Principal, 'id' | 'admin'> },
    boolean
  >('media.is-shared'),
  /** Returns the subset of these files that a workflow or creation still names. */
  namedFiles: defineSurvey<TxCtx, { mediaIds: string[] }, string[]>('media.named-files'),
}
