import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type MediaRow, media } from '../media/index.ts'
import { checkImage } from './check-content.ts'
import { IMAGE_CHECKS } from './checks.ts'

type Verdict = Pick<MediaRow, 'verdict' | 'verdictBy'>

/** Names the checks that count now, with their thresholds. */
export function checksInForce(ctx: Pick<Ctx, 'config'>): string {
  return IMAGE_CHECKS.map((one) => one.name(ctx.config)).join(', ')
}

export async function judgePicture(ctx: Ctx, bytes: Uint8Array) {
  const { decision } = await checkImage(ctx, bytes)
  return { verdict: decision, verdictBy: checksInForce(ctx) } satisfies Verdict
}

/** Judges a stored upload that no check in force has seen, and keeps the verdict with the file. */
export async function judgeFile(ctx: Ctx, file: { id: string; picture: string }): Promise<void> {
  const verdict = await judgePicture(ctx, await ctx.storage.read(file.picture))
  await ctx.db.update(media).set(verdict).where(eq(media.id, file.id))
}
