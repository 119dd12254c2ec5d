import type { MediaView } from '@vignette/contract/entities.ts'
import { asc, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { addressOf } from './address-of.ts'
import { findMedia } from './find-media.ts'
import { type MediaRow, mediaVariants } from './tables.ts'

const variantsOf = prepared((db) =>
  db
    .select()
    .from(mediaVariants)
    .where(sql`${mediaVariants.mediaId} = any(${sql.placeholder('ids')})`)
    .orderBy(asc(mediaVariants.width), asc(mediaVariants.format)),
)

/** Views by media id, with their variants, in two queries for any number. */
export async function viewMediaOf(
  ctx: Ctx,
  ids: readonly (string | null)[],
  key?: string,
): Promise<Map<string, MediaView>> {
  const wanted = ids.filter((id) => id !== null)
  const rows = await findMedia(ctx, wanted)
  if (rows.size === 0) return new Map()
  const variants = await variantsOf(ctx.db).execute({ ids: [...rows.keys()] })
  return new Map([...rows.values()].map((row) => [row.id, viewMedia(row, variants, key)]))
}

interface MediaVariant {
  mediaId: string
  width: number
  format: 'webp' | 'avif'
}

function previewAddressOf(row: Pick<MediaRow, 'id' | 'token' | 'previewKey'>): string | null {
  return row.previewKey ? `/media/${row.id}/${row.token}-preview.webp` : null
}

function variantAddressOf(row: Pick<MediaRow, 'id' | 'token'>, variant: MediaVariant): string {
  return `/media/${row.id}/${row.token}-${variant.width}.${variant.format}`
}

/** `key` opens a private creation's media to the holders of its secret link. */
function viewMedia(row: MediaRow, variants: readonly MediaVariant[], key?: string): MediaView {
  const suffix = key ? `?key=${encodeURIComponent(key)}` : ''
  const preview = previewAddressOf(row)
  return {
    id: row.id,
    kind: row.kind,
    url: addressOf(row) + suffix,
    content_type: row.contentType,
    uploaded: row.origin === 'upload',
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.durationMs,
    preview_url: preview && preview + suffix,
    placeholder: row.placeholder,
    variants: variants
      .filter((variant) => variant.mediaId === row.id)
      .map((variant) => ({
        url: variantAddressOf(row, variant) + suffix,
        width: variant.width,
        format: variant.format,
      })),
  }
}
