import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort, defineSurvey } from '../../platform/wiring/define-port.ts'

export const mediaPorts = {
  /** A file came in; asked outside a transaction, with its small preview. */
  uploadVerdict: definePort<
    Ctx,
    { preview: Uint8Array },
    { verdict: 'allow' | 'review' | 'refuse'; verdictBy: string }
  >('media.upload-verdict'),
  /** Whether an admin has been asked to review what this private file belongs to. */
  isReported: definePort<Ctx, { mediaId: string }, boolean>('media.is-reported'),
  /** Whether a workflow or creation shows this file to everybody. */
  isShown: defineSurvey<TxCtx, { mediaId: string }, boolean>('media.is-shown'),
  /** Of these files those that a workflow or creation still names. */
  namedFiles: defineSurvey<TxCtx, { mediaIds: string[] }, string[]>('media.named-files'),
}
