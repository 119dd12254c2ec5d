import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDiskRoom, isDiskFull, readDiskRoom } from './disk-room.ts'

let dataDir = ''
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vignette-room-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

test('the free bytes of DATA_DIR are read, and those of the media folder only where the media are on this machine', async () => {
  const { blocks, bsize } = statfsSync(dataDir)
  const config = { dataDir, DISK_FLOOR_MB: 1, S3_BUCKET: undefined }
  const rooms = await readDiskRoom(config)
  expect(rooms).toEqual([
    { folder: 'data', freeBytes: expect.any(Number) as number, floorBytes: 1024 * 1024 },
  ])
  // On a small disk the floor is a twentieth of the disk, whatever the setting.
  const [high] = await readDiskRoom({ ...config, DISK_FLOOR_MB: 1e9 })
  expect(high?.floorBytes).toBe(Math.floor((blocks * bsize) / 20))
  expect(await hasDiskRoom({ ...config, DISK_FLOOR_MB: 0 })).toBe(true)
})

test.each([
  ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), true],
  ['a used quota', Object.assign(new Error('write'), { code: 'EDQUOT' }), true],
  [
    'the database’s full disk under a query’s error',
    new Error('Failed query', { cause: Object.assign(new Error('extend'), { code: '53100' }) }),
    true,
  ],
  ['a broken constraint', Object.assign(new Error('duplicate'), { code: '23505' }), false],
  ['a text', 'ENOSPC', false],
])('isDiskFull classifies %s', (_name, error, full) => {
  expect(isDiskFull(error)).toBe(full)
})
