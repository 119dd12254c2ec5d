import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

export const mediaPorts = {
  /** The verdict on an uploaded file, whose small preview is scored; asked outside a transaction. */
  uploadVerdict: definePort<
    Ctx,
    { preview: Uint8Array },
    { verdict: 'allow' | 'review' | 'refuse'; verdictBy: string }
  >('media.upload-verdict'),
}
