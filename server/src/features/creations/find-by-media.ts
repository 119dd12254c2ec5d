import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type CreationRow, creations } from './tables.ts'

export async function findByMedia(ctx: Ctx, mediaId: string): Promise<CreationRow | undefined> {
  const [row] = await ctx.db.select().from(creations).where(eq(creations.mediaId, mediaId))
  return row
}
