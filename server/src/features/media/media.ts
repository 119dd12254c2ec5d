import type { MediaView } from '@vignette/contract/entities.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { type PictureFormat, sizeAddress } from '@vignette/contract/picture-sizes.ts'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations, showsFile } from '../../schema/creations.ts'
import { type MediaRow, media, mediaFeatures, mediaVariants } from '../../schema/media.ts'

const byIds = prepared((db) =>
  db
    .select()
    .from(media)
    .where(and(sql`${media.id} = any(${sql.placeholder('ids')})`, isNull(media.deletedAt))),
)

export async function findMedia(ctx: Ctx, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(ctx.db).execute({ ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}

interface WantedFile {
  path: string
  /** The label of the field, where it differs from its path. */
  name?: string
  kind: MediaRow['kind']
  reference: string
}

/** Finds a file of the wanted kind that is the caller's own or public. */
export async function resolveUsableMedia(ctx: Ctx, want: WantedFile): Promise<MediaRow> {
  const id = mediaIdOf(ctx, want.reference)
  const row = id ? (await findMedia(ctx, [id])).get(id) : undefined
  const usable = row && !row.sealed && (row.public || row.ownerId === ctx.caller.principal?.id)
  if (!usable) {
    throw refuse(want, `names no file of yours. Please upload it again.`)
  }
  if (row.origin === 'generated' && (await isProof(ctx, row))) {
    throw refuse(want, 'is a proof. Keep it first, then it can be used.')
  }
  if (row.kind !== want.kind) {
    throw refuse(want, `must be ${want.kind}, but the file is ${row.kind}.`)
  }
  return row
}

async function isProof(ctx: Ctx, { id, ownerId }: MediaRow): Promise<boolean> {
  const found = await ctx.db
    .select({ id: creations.id })
    .from(creations)
    .where(and(eq(creations.ownerId, ownerId), showsFile(id), isNotNull(creations.proofUntil)))
    .limit(1)
  return found.length > 0
}

function refuse({ path, name }: WantedFile, fault: string): AppError {
  const message = name === undefined ? fault : `${name} ${fault}`
  const sentence = `${name ?? path} ${fault}`
  return new AppError('validation_failed', sentence, { details: [{ path, message }] })
}

interface MediaVariant {
  width: number
  format: PictureFormat
}

const variants = sql<MediaVariant[]>`(
  select coalesce(json_agg(json_build_object('width', v.width, 'format', v.format)
    order by v.width, v.format), '[]')
  from ${mediaVariants} v where v.media_id = "media"."id")`

const withVariants = prepared((db) =>
  db
    .select({ row: media, variants })
    .from(media)
    .where(and(sql`${media.id} = any(${sql.placeholder('ids')})`, isNull(media.deletedAt))),
)

/** Views by media id, with their variants, in one query for any number. */
export async function viewMediaOf(
  ctx: Ctx,
  ids: readonly (string | null)[],
  key?: string,
): Promise<Map<string, MediaView>> {
  const wanted = new Set(ids.filter((id) => id !== null))
  if (wanted.size === 0) return new Map()
  const found = await withVariants(ctx.db).execute({ ids: [...wanted] })
  return new Map(found.map(({ row, variants }) => [row.id, viewMedia(row, variants, key)]))
}

/** `key` opens a private creation's media to the holders of its secret link. */
function viewMedia(row: MediaRow, variants: readonly MediaVariant[], key?: string): MediaView {
  const suffix = key ? `?key=${encodeURIComponent(key)}` : ''
  const url = addressOf(row) + suffix
  return {
    id: row.id,
    kind: row.kind,
    url,
    content_type: row.contentType,
    uploaded: row.origin === 'upload',
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.durationMs,
    preview_url: row.previewKey ? sizeAddress(url, 'preview', 'webp') : null,
    ...(row.verdict === 'adult' && { adult: true }),
    signed: row.signedBy !== null,
    placeholder: row.placeholder,
    dhash: row.dhash,
    variants: variants.map(({ width, format }) => ({
      url: sizeAddress(url, width, format),
      width,
      format,
    })),
  }
}

/** Undefined for a file that was checked before features were kept. */
export async function readFeatures(
  ctx: Ctx,
  mediaId: string | null,
): Promise<Int8Array | undefined> {
  if (!mediaId) return undefined
  const [row] = await ctx.db
    .select({ features: mediaFeatures.features })
    .from(mediaFeatures)
    .where(eq(mediaFeatures.mediaId, mediaId))
  return row?.features
}

/** Paths end in the file's real extension, since some clients rely on the extension. */
export function addressOf(row: Pick<MediaRow, 'id' | 'token' | 'extension'>): string {
  return `/media/${row.id}/${row.token}.${row.extension}`
}

const PATH = /^\/media\/([^/]+)\//

/** The media id within an id or an address of this site; foreign addresses are never fetched. */
export function mediaIdOf(ctx: Pick<Ctx, 'origin'>, reference: string): string | undefined {
  const id = UUID_PATTERN.test(reference)
    ? reference
    : PATH.exec(ownPathOf(ctx, reference) ?? '')?.[1]
  return id && UUID_PATTERN.test(id) ? id : undefined
}

/** The path of an address on this site, with or without its origin. */
export function ownPathOf(ctx: Pick<Ctx, 'origin'>, address: string): string | undefined {
  if (!URL.canParse(address, ctx.origin)) return undefined
  const { origin, pathname } = new URL(address, ctx.origin)
  return origin === new URL(ctx.origin).origin ? pathname : undefined
}

/** Files that are shown to others only behind the age question, and to search engines never. */
export async function markAdult(tx: Pick<TxCtx, 'db'>, ids: readonly string[]): Promise<void> {
  await tx.db
    .update(media)
    .set({ verdict: 'adult' })
    .where(inArray(media.id, [...ids]))
}

/** Keeps what the checks in force say of a stored picture. */
export async function recordVerdict(
  ctx: Pick<Ctx, 'db'>,
  id: string,
  verdict: Pick<MediaRow, 'verdict' | 'verdictBy'>,
): Promise<void> {
  await ctx.db.update(media).set(verdict).where(eq(media.id, id))
}
