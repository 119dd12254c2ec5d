import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { media } from '../media/index.ts'
import { scorePicture } from './score-picture.ts'

/** Scores a stored upload that no check in force has scored, and stores the verdict with the file. */
export async function scoreFile(ctx: Ctx, file: { id: string; picture: string }): Promise<void> {
  const verdict = await scorePicture(ctx, await ctx.storage.read(file.picture))
  await ctx.db.update(media).set(verdict).where(eq(media.id, file.id))
}
