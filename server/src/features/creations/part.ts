import { asc, eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { type CreationRow, creationParts } from '../../schema/creations.ts'
import { setMediaLink } from '../media/index.ts'

type Part = Pick<typeof creationParts.$inferSelect, 'mediaId'> & { wholeMediaId?: string | null }

/** Writes the files of a set; the creation's own row names the first of them. */
export async function addParts(
  tx: Pick<TxCtx, 'db'>,
  creationId: string,
  files: readonly Part[],
): Promise<void> {
  const [, ...rest] = files
  if (rest.length === 0) return
  await tx.db
    .insert(creationParts)
    .values(rest.map((file, at) => ({ creationId, position: at + 2, ...file })))
}

type Files = Pick<CreationRow, 'id' | 'fileCount' | 'mediaId' | 'wholeMediaId'>

/** The parts behind the first, in their order; no query for a creation of one file. */
export async function listParts(
  ctx: Pick<Ctx, 'db'>,
  { id, fileCount }: Pick<Files, 'id' | 'fileCount'>,
): Promise<(typeof creationParts.$inferSelect)[]> {
  if (fileCount === 1) return []
  return ctx.db
    .select()
    .from(creationParts)
    .where(eq(creationParts.creationId, id))
    .orderBy(asc(creationParts.position))
}

/** The files that the creation shows, in their order. */
export async function listShownFiles(ctx: Pick<Ctx, 'db'>, row: Files): Promise<string[]> {
  const parts = await listParts(ctx, row)
  return [row.mediaId, ...parts.map(({ mediaId }) => mediaId)].filter((id) => id !== null)
}

/** All files of the creation, those that a proof keeps sealed among them. */
export async function listFiles(ctx: Pick<Ctx, 'db'>, row: Files): Promise<string[]> {
  const parts = await listParts(ctx, row)
  const files = [row, ...parts].flatMap(({ mediaId, wholeMediaId }) => [mediaId, wholeMediaId])
  return files.filter((id) => id !== null)
}

/** Opens the files that the creation shows to the holders of a key, or closes them again. */
export async function setFileLinks(
  tx: Pick<TxCtx, 'db' | 'inTransaction'>,
  row: Files,
  hash: string | null,
): Promise<void> {
  for (const id of await listShownFiles(tx, row)) await setMediaLink(tx, id, hash)
}
