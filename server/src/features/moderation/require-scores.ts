import { eq } from 'drizzle-orm'
import { type Ctx, OutsideFirst, type TxCtx } from '../../ctx.ts'
import { type MediaRow, media } from '../media/index.ts'
import { checksInForce } from './checks-in-force.ts'
import { scorePicture } from './score-picture.ts'

/**
 * Where no check in force has scored some of these uploads, leaves the transaction, scores all of
 * them and lets the transaction start again. A caller with many files calls this once, since each
 * call may start the whole transaction again.
 */
export function requireScores(tx: TxCtx, files: readonly MediaRow[]): void {
  const inForce = checksInForce(tx)
  const unscored = files.flatMap((file) => {
    const picture = pictureOf(file)
    const lacks = !file.public && file.origin === 'upload' && file.verdictBy !== inForce
    return lacks && picture ? [{ id: file.id, picture }] : []
  })
  if (unscored.length === 0) return
  throw new OutsideFirst(async (ctx) => {
    for (const file of unscored) await scoreFile(ctx, file)
  })
}

/** The stored picture that is scored for a file; null for a file without one. */
export function pictureOf(file: MediaRow): string | null {
  return file.previewKey ?? (file.kind === 'image' ? file.storageKey : null)
}

/** Scores a stored upload that no check in force has scored, and stores the verdict with the file. */
async function scoreFile(ctx: Ctx, file: { id: string; picture: string }): Promise<void> {
  const verdict = await scorePicture(ctx, await ctx.storage.read(file.picture))
  await ctx.db.update(media).set(verdict).where(eq(media.id, file.id))
}
