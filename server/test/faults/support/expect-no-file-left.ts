import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sweepMedia, sweepStrayFiles } from '../../../src/features/media/sweep-media.ts'
import { createTestCtx } from '../../support/create-test-ctx.ts'
import { ask, type Installation } from './installation.ts'

const TWO_DAYS_MS = 48 * 3_600_000

/** Runs the sweeps two days ahead, when every temporary file is due. */
export async function expectNoFileLeft(world: Installation): Promise<void> {
  const storage = await world.openStorage()
  try {
    for (const dataDir of world.dataDirs) {
      const ctx = createTestCtx(
        { ...world.database, drop: () => Promise.resolve() },
        {
          env: { DATA_DIR: dataDir },
          storage,
          clock: { now: () => new Date(Date.now() + TWO_DAYS_MS) },
        },
      )
      await sweepMedia.run(ctx)
      await sweepStrayFiles.run(ctx)
      expect(await readdir(join(dataDir, 'tmp')).catch(() => [])).toEqual([])
    }
    const files: string[] = []
    for await (const { key } of storage.list('')) files.push(key)
    const named = await ask(
      world,
      `select unnest(array[storage_key, preview_key]) as key from media where purged_at is null
       union all select v.storage_key from media_variants v
         join media m on m.id = v.media_id where m.purged_at is null`,
    )
    const wanted = named.flatMap((row) => (typeof row.key === 'string' ? [row.key] : []))
    expect(files.sort()).toEqual(wanted.sort())
    // The list of keys does not show the parts of an unfinished multipart upload.
    expect(await storage.removeUnfinished(new Date(Date.now() + TWO_DAYS_MS))).toBe(0)
  } finally {
    await storage.close()
  }
}
