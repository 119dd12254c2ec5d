import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'
import type { Look } from './child/messages.ts'

export const mediaPorts = {
  /**
   * Whether a file whose pictures look so may be kept and delivered; asked outside a transaction. A list of
   * others, such as an industry's, is another answer here.
   */
  matchKnown: definePort<Ctx, { looks: () => Promise<Look[]> }, 'allow' | 'refuse'>(
    'media.match-known',
  ),
  /** Whether a claim of rights is about a private file, so that staff may look; the look is written down. */
  openClaimed: definePort<Ctx, { mediaId: string; staffId: string }, boolean>('media.open-claimed'),
  /** The verdict on an uploaded file, of which these pictures are scored; asked outside a transaction. */
  uploadVerdict: definePort<
    Ctx,
    { pictures: Uint8Array[] },
    { verdict: 'allow' | 'review' | 'refuse'; verdictBy: string }
  >('media.upload-verdict'),
}
