import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeVariants } from '../../src/features/media/index.ts'
import { sweepMedia, sweepStrayFiles } from '../../src/features/media/sweep-media.ts'
import { media, mediaVariants } from '../../src/schema/media.ts'
import { Browser, UNLIMITED_RATES } from './browser.ts'
import { shiftClock } from './shift-clock.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

const FOREVER = new AbortController().signal

/** Tests files from upload to sweep on the store that the environment names. */
export function describeMediaOnStore(name: string, env: () => Record<string, string>): void {
  const clock = shiftClock()
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    app = await startTestApp({
      env: { ...UNLIMITED_RATES, ...env() },
      worker: false,
      change: clock.change,
    })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    clock.hours = 0
    browser = new Browser(app.url)
  })

  async function upload(): Promise<{ id: string; url: string; bytes: number }> {
    const base = sharp({ create: { width: 700, height: 300, channels: 3, background: '#3a7bd5' } })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await base.png().toBuffer())]), 'a.png')
    const answer = await browser.json<{ id: string; url: string; bytes: number }>('/upload/image', {
      form,
    })
    expect(answer.status).toBe(201)
    return answer.body
  }

  async function keysOf(id: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of app.ctx.storage.list('')) if (key.includes(id)) keys.push(key)
    return keys.sort()
  }

  describe(name, () => {
    test('serves an upload completely and in ranges', async () => {
      const file = await upload()
      const whole = Buffer.from(await (await browser.fetch(file.url)).arrayBuffer())
      expect(whole.length).toBe(file.bytes)
      const part = await browser.fetch(file.url, { headers: { range: 'bytes=8-19' } })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(8, 20))
    })

    test('deletes an upload without a use for a day, with its variants', async () => {
      const unused = await upload()
      const used = await upload()
      await app.ctx.db.update(media).set({ usedAt: new Date() }).where(eq(media.id, used.id))
      for (const { id } of [unused, used]) {
        await makeVariants.run(app.ctx, { mediaId: id }, FOREVER)
      }
      expect(await keysOf(unused.id)).toHaveLength(6)
      clock.hours = 23.9
      await sweepMedia.run(app.ctx)
      expect(await keysOf(unused.id)).toHaveLength(6)
      clock.hours = 24.1
      await sweepMedia.run(app.ctx)
      expect(await keysOf(unused.id)).toEqual([])
      expect(await keysOf(used.id)).toHaveLength(6)
      expect((await browser.fetch(unused.url)).status).toBe(404)
      expect((await browser.fetch(used.url)).status).toBe(200)
      const { db } = app.ctx
      const left = await db.select().from(mediaVariants).where(eq(mediaVariants.mediaId, unused.id))
      expect(left).toEqual([])
    })

    test('keeps an upload that waits for a payment while the payment may still arrive', async () => {
      const { id } = await upload()
      const keptUntil = new Date(Date.now() + 72 * 3_600_000)
      await app.ctx.db.update(media).set({ keptUntil }).where(eq(media.id, id))
      clock.hours = 71
      await sweepMedia.run(app.ctx)
      expect(await keysOf(id)).toHaveLength(2)
      clock.hours = 73
      await sweepMedia.run(app.ctx)
      expect(await keysOf(id)).toEqual([])
    })

    test('deletes a file a day after its row', async () => {
      const { id } = await upload()
      const change = { usedAt: new Date(), deletedAt: new Date() }
      await app.ctx.db.update(media).set(change).where(eq(media.id, id))
      clock.hours = 23.9
      await sweepMedia.run(app.ctx)
      expect(await keysOf(id)).toHaveLength(2)
      clock.hours = 24.1
      await sweepMedia.run(app.ctx)
      expect(await keysOf(id)).toEqual([])
    })

    test('deletes a file without a row once the file is a day old, and keeps a younger file', async () => {
      const { storage } = app.ctx
      const put = (key: string) =>
        storage.put(key, Buffer.from('stray'), { contentType: 'image/png' })
      const kept = await upload()
      const own = await keysOf(kept.id)
      const stray = `generated/ab/${randomUUID()}.png`
      const strayBesideOwn = `upload/${kept.id.slice(-2)}/${kept.id}-999.webp`
      const foreign = 'backups/of-somebody-else.tar'
      for (const key of [stray, strayBesideOwn, foreign]) await put(key)
      clock.hours = 23.9
      await sweepStrayFiles.run(app.ctx)
      expect(await storage.stat(stray)).toBeDefined()
      clock.hours = 24.1
      await sweepStrayFiles.run(app.ctx)
      expect(await storage.stat(stray)).toBeUndefined()
      expect(await keysOf(kept.id)).toEqual(own)
      expect(await storage.stat(foreign)).toBeDefined()
    })
  })
}
