import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { UNUSED_UPLOAD_HOURS } from '@vignette/contract/upload-limits.ts'
import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type MediaRow, media, mediaFeatures, mediaVariants } from '../../schema/media.ts'

const BATCH = 200
/** A file is put before its row is written, which never takes a day. */
const STRAY_HOURS = 24

export const sweepMedia = defineTask({
  name: 'media.sweep',
  retryLimit: 2,
  cron: '*/15 * * * *',
  run: runSweepMedia,
})

/**
 * Deletes files unused for a day (an upload, or a step's product whose worker died), files whose
 * tombstone is a day old, and temporary files of ended processes.
 */
async function runSweepMedia(ctx: Ctx): Promise<void> {
  const due = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  // One statement decides, so that a recipe which takes the file concurrently keeps the file. The
  // tombstone is backdated, since no restore exists for an unused file: this run deletes the file.
  await ctx.db
    .update(media)
    .set({ deletedAt: new Date(due.getTime() - 1) })
    .where(
      and(
        isNull(media.usedAt),
        isNull(media.deletedAt),
        lt(media.createdAt, hoursAgo(ctx, UNUSED_UPLOAD_HOURS)),
        or(isNull(media.keptUntil), lt(media.keptUntil, ctx.clock.now())),
      ),
    )
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(media)
      .where(and(isNotNull(media.deletedAt), lt(media.deletedAt, due), isNull(media.purgedAt)))
      .limit(BATCH)
    await sweepEach(ctx, rows, (row) => purge(ctx, row))
    if (rows.length < BATCH) break
  }
  await sweepReceived(ctx)
}

/** Deletes the row last, so that a later run repeats an interrupted purge. */
async function purge(ctx: Ctx, row: MediaRow): Promise<void> {
  const variants = await ctx.db
    .select({ storageKey: mediaVariants.storageKey })
    .from(mediaVariants)
    .where(eq(mediaVariants.mediaId, row.id))
  const keys = [
    row.storageKey,
    row.previewKey,
    row.asSentKey,
    ...variants.map((one) => one.storageKey),
  ]
  for (const key of keys) if (key) await ctx.storage.delete(key)
  await ctx.db.delete(mediaVariants).where(eq(mediaVariants.mediaId, row.id))
  await ctx.db.delete(mediaFeatures).where(eq(mediaFeatures.mediaId, row.id))
  await ctx.db
    .update(media)
    .set({ purgedAt: ctx.clock.now(), placeholder: null, dhash: null, frameHashes: null })
    .where(eq(media.id, row.id))
}

/** Deletes uploads that ended with their process; each machine has its own folder. */
export async function sweepReceived(ctx: Pick<Ctx, 'clock' | 'config'>): Promise<void> {
  const folder = join(ctx.config.dataDir, 'tmp')
  const before = hoursAgo(ctx, 1).getTime()
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info?.isFile() && info.mtimeMs < before) await rm(path, { force: true })
  }
}

export const sweepStrayFiles = defineTask({
  name: 'media.sweep-stray-files',
  retryLimit: 1,
  cron: '17 3 * * *',
  expireInSeconds: 3600,
  run: runSweepStrayFiles,
})

/** Deletes files in the store without a row, which a process put just before its death. */
async function runSweepStrayFiles(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, STRAY_HOURS)
  let removed = 0
  let batch: string[] = []
  for await (const { key, modifiedAt } of ctx.storage.list('')) {
    if (modifiedAt < before) batch.push(key)
    if (batch.length < BATCH) continue
    removed += await removeStray(ctx, batch)
    batch = []
  }
  removed += await removeStray(ctx, batch)
  const unfinished = await ctx.storage.removeUnfinished(before)
  if (removed + unfinished > 0) {
    ctx.log.warn({ removed, unfinished }, 'files that no row names were removed')
  }
}

/** Each key of Vignette contains the id of the file's row; other objects of a shared bucket belong to other programs. */
const ID_IN_KEY = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

async function removeStray(ctx: Ctx, keys: readonly string[]): Promise<number> {
  const ours = keys.filter((key) => ID_IN_KEY.test(key))
  const ids = ours.flatMap((key) => ID_IN_KEY.exec(key)?.[1] ?? [])
  if (ids.length === 0) return 0
  const rows = await ctx.db
    .select({
      key: media.storageKey,
      preview: media.previewKey,
      asSent: media.asSentKey,
      variant: mediaVariants.storageKey,
    })
    .from(media)
    .leftJoin(mediaVariants, eq(mediaVariants.mediaId, media.id))
    .where(and(inArray(media.id, ids), isNull(media.purgedAt)))
  const named = new Set(rows.flatMap((row) => [row.key, row.preview, row.asSent, row.variant]))
  const stray = ours.filter((key) => !named.has(key))
  for (const key of stray) await ctx.storage.delete(key)
  return stray.length
}
