import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStorage } from './disk-storage.ts'
import { describeStore } from './test-support/describe-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vignette-store-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeStore('a folder', () => openDiskStorage(join(folder, 'media')))

test('a key cannot leave its folder', async () => {
  const store = await openDiskStorage(join(folder, 'own'))
  for (const key of ['../media/x', '/etc/hostname', 'a/../../x', '']) {
    await expect(store.put(key, Buffer.from('x'), { contentType: 'x' })).rejects.toThrow('leaves')
    await expect(store.read(key)).rejects.toThrow('leaves')
  }
})

test('a half-written file of a killed process is no file, and is removed once old', async () => {
  const root = join(folder, 'killed')
  const store = await openDiskStorage(root)
  await store.put('a/x.png', Buffer.from('whole'), { contentType: 'image/png' })
  const part = join(root, 'a/x.png.part-0123456789ab')
  await writeFile(part, 'hal')
  const keys = []
  for await (const { key } of store.list('')) keys.push(key)
  expect(keys).toEqual(['a/x.png'])
  await utimes(part, new Date('2026-01-01'), new Date('2026-01-01'))
  expect(await store.removeUnfinished(new Date('2025-12-31'))).toBe(0)
  expect(await store.removeUnfinished(new Date('2026-01-02'))).toBe(1)
  expect(await store.removeUnfinished(new Date('2026-01-02'))).toBe(0)
  expect(String(await store.read('a/x.png'))).toBe('whole')
})

test('other accounts of the machine cannot read the files, including files of an earlier release', async () => {
  const root = join(folder, 'closed')
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  await mkdir(root)
  await chmod(root, 0o755)
  const store = await openDiskStorage(root)
  const source = join(folder, 'source')
  await writeFile(source, 'streamed')
  await store.put('a/b/x.png', Buffer.from('x'), { contentType: 'image/png' })
  await store.put('a/b/y.mp4', createReadStream(source), { contentType: 'video/mp4' })
  const paths = [root, join(root, 'a'), join(root, 'a/b')]
  expect(await Promise.all(paths.map(modeOf))).toEqual(['700', '700', '700'])
  const files = ['x.png', 'y.mp4'].map((name) => modeOf(join(root, 'a/b', name)))
  expect(await Promise.all(files)).toEqual(['600', '600'])
})
