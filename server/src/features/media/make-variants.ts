import { PICTURE_WIDTHS, pictureSizes, sizeAddress } from '@vignette/contract/picture-sizes.ts'
import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { media, mediaFeatures, mediaVariants } from '../../schema/media.ts'
import type { VariantRequest } from './child/messages.ts'
import { findMedia } from './media.ts'

const featuresOf = z.object({ mediaId: z.uuid(), features: z.string().max(1000) })

/** Makes the variants in a task after the delivery, and keeps what its check saw. */
export const makeVariants = defineTask({
  name: 'media.make-variants',
  data: z.object({ mediaId: z.uuid(), seen: featuresOf.optional() }),
  retryLimit: 3,
  run: runMakeVariants,
})

async function runMakeVariants(
  ctx: Ctx,
  { mediaId, seen }: { mediaId: string; seen?: Seen | undefined },
  signal: AbortSignal,
): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(and(eq(media.id, mediaId), isNull(media.deletedAt)))
  if (!row?.width) return
  const source = row.kind === 'image' ? row.storageKey : row.previewKey
  if (!source) return
  const stored = await ctx.storage.read(source)
  const make = async (request: Omit<VariantRequest, 'maxPixels'>) =>
    Buffer.from(
      await ctx.children.run<Uint8Array>(
        'makeVariant',
        { ...request, maxPixels: MAX_IMAGE_PIXELS },
        { signal, timeoutMs: 60_000 },
      ),
    )
  // A picture for paper is decoded once, not for each size.
  const widest = Math.max(...PICTURE_WIDTHS)
  const bytes =
    row.kind === 'image' && row.width > 2 * widest
      ? await make({ bytes: stored, width: widest, format: 'png' })
      : stored
  const variants: (typeof mediaVariants.$inferInsert)[] = []
  for (const { width, format } of pictureSizes(row.width)) {
    const made = await make({ bytes, width, format })
    const storageKey = sizeAddress(row.storageKey, width, format)
    await ctx.storage.put(storageKey, made, { contentType: `image/${format}` })
    variants.push({ mediaId, width, format, storageKey, bytes: made.length })
  }
  // Inserted in one statement, so that a page offers either all sizes or none.
  const insert = ctx.db.insert(mediaVariants).values(variants).onConflictDoNothing().getSQL()
  await ctx.db.execute(seen ? addFeatures(insert, seen) : insert)
}

/** The longest side of the picture in a letter. */
const LETTER_SIDE = 640
const LETTER_MS = 10_000

/** The file's small preview as a JPEG, which is not stored; undefined for a file that is gone or has no picture. */
export async function shrinkForLetter(
  ctx: Ctx,
  mediaId: string,
): Promise<{ bytes: Buffer; width: number; height: number } | undefined> {
  const file = (await findMedia(ctx, [mediaId])).get(mediaId)
  if (!file?.previewKey || !file.width || !file.height || file.sealed) return undefined
  // A letter cannot ask for an age.
  if (file.verdict === 'adult') return undefined
  const scale = Math.min(1, LETTER_SIDE / Math.max(file.width, file.height))
  const width = Math.max(1, Math.round(file.width * scale))
  const height = Math.max(1, Math.round(file.height * scale))
  const request: VariantRequest = {
    bytes: await ctx.storage.read(file.previewKey),
    width,
    format: 'jpeg',
    maxPixels: MAX_IMAGE_PIXELS,
  }
  const options = { turn: 'letters', timeoutMs: LETTER_MS }
  const bytes = Buffer.from(await ctx.children.run<Uint8Array>('makeVariant', request, options))
  return { bytes, width, height }
}

interface Seen {
  mediaId: string
  /** In base64. */
  features: string
}

/**
 * Adds to a statement that each delivery makes anyway the features that the picture's check saw, so
 * that look-alikes are found without a further statement and without reading the picture again.
 */
function addFeatures(statement: SQL, { mediaId, features }: Seen): SQL {
  const numbers = Buffer.from(features, 'base64')
  return sql`with seen as (
      insert into ${mediaFeatures} (media_id, features)
      select id, ${numbers}::bytea from ${media} where id = ${mediaId} and deleted_at is null
      on conflict do nothing
    ) ${statement}`
}
