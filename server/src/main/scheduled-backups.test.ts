import { expect, test } from 'vitest'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import { startObjectStore } from '../platform/storage/test-support/start-object-store.ts'
import { deleteOld, lastTime } from './scheduled-backups.ts'

test.each([
  [['03:00'], '2026-11-28T03:00:00Z', '2026-11-28T03:00:00Z'],
  [['03:00'], '2026-11-28T02:59:59Z', '2026-11-27T03:00:00Z'],
  [['15:00', '03:00'], '2026-11-28T14:00:00Z', '2026-11-28T03:00:00Z'],
  [['15:00', '03:00'], '2026-11-28T02:00:00Z', '2026-11-27T15:00:00Z'],
])('of %j the last before %s was %s', (times, now, last) => {
  expect(lastTime(times, new Date(now))).toEqual(new Date(last))
})

test('the newest whole backups are kept, what is half goes, and nothing else of the bucket', async () => {
  const store = await startObjectStore()
  const bucket = openS3Storage(store.options)
  try {
    const whole = ['01', '02', '03'].map((day) => `2026-11-${day}T03-00-00`)
    const half = '2026-11-04T03-00-00'
    for (const name of [...whole, half, 'of somebody else']) {
      await bucket.put(`${name}/data.tar.age`, Buffer.from('x'), { contentType: 'text/plain' })
      if (name === half) continue
      await bucket.put(`${name}/complete.json`, Buffer.from('{}'), { contentType: 'text/plain' })
    }
    await deleteOld(bucket, 2, new Date())
    const keys: string[] = []
    for await (const { key } of bucket.list('')) keys.push(key)
    const kept = [...whole.slice(1), 'of somebody else']
    expect(keys.toSorted()).toEqual(
      kept.flatMap((name) => [`${name}/complete.json`, `${name}/data.tar.age`]).toSorted(),
    )
  } finally {
    await bucket.close()
    await store.close()
  }
})
