import type { Ctx } from '../../ctx.ts'
import type { MediaRow } from '../media/index.ts'
import { checkImage } from './check-image.ts'
import { checksInForce } from './checks-in-force.ts'

type Verdict = Pick<MediaRow, 'verdict' | 'verdictBy'>

export async function scorePicture(ctx: Ctx, bytes: Uint8Array) {
  const { decision } = await checkImage(ctx, bytes)
  return { verdict: decision, verdictBy: checksInForce(ctx) } satisfies Verdict
}
