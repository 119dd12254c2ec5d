import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, UNLIMITED_RATES } from '../../../test/support/browser.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import {
  drawNoise,
  encodePicture,
  type UploadOptions,
  uploadTo,
} from '../../../test/support/upload.ts'
import type { WorkLimits } from '../../platform/children/messages.ts'

const MOST_STORED = 25_000_000

let app: TestApp
/** A picture of nine megapixels, 2 MB and seconds of work. */
let noise: Buffer
beforeAll(async () => {
  noise = await drawNoise(3_000).webp({ quality: 10, effort: 0 }).toBuffer()
  app = await startTestApp({
    worker: false,
    env: { ...UNLIMITED_RATES, TRUST_PROXY: '1', DEVELOPMENT_SIGN_IN: 'false' },
  })
})
afterAll(() => app.close())

const upload = (bytes: Uint8Array, options: UploadOptions = {}) =>
  uploadTo(app.url, 'image', bytes, options)

/** A picture of one colour, a few bytes at any size. */
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7bd5' }, limitInputPixels: false })

describe('a picture with many pixels is shrunk and not refused', () => {
  test.each([
    ['png', 13_000, 2_000, flat(13_000, 2_000).png()],
    ['jpg', 5_200, 5_000, flat(5_200, 5_000).jpeg()],
    ['webp', 5_200, 5_000, flat(5_200, 5_000).webp({ effort: 0 })],
  ] as const)('a %s of %i × %i', async (extension, width, height, picture) => {
    const browser = new Browser(app.url)
    const { status, body } = await upload(await picture.toBuffer(), { browser })
    expect([status, body.error]).toEqual([201, undefined])
    expect(body.url).toMatch(new RegExp(`\\.${extension}$`))
    expect(body.width * body.height).toBeLessThanOrEqual(MOST_STORED)
    expect(body.width * body.height).toBeGreaterThan(MOST_STORED * 0.99)
    expect(body.width / body.height).toBeCloseTo(width / height, 2)
    const served = await (await browser.fetch(body.url)).arrayBuffer()
    expect(await sharp(Buffer.from(served)).metadata()).toMatchObject({
      width: body.width,
      height: body.height,
    })
  })

  test('a rotated picture keeps its aspect ratio', async () => {
    const sideways = await flat(7_200, 3_600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { body } = await upload(sideways)
    expect(body.height / body.width).toBeCloseTo(2, 2)
  })

  test('a picture longer than the limit of WebP is shrunk', async () => {
    const { status, body } = await upload(await flat(100, 40_000).png().toBuffer())
    expect([status, body.width, body.height]).toEqual([201, 100, 40_000])
  })

  test('the stored file of a noisy picture is not many times larger than the upload', async () => {
    const { status, body } = await upload(noise)
    expect(status).toBe(201)
    expect(body.bytes).toBeLessThan(noise.length * 3)
  })
})

describe('a picture that exceeds the limits of work is refused with a sentence', () => {
  test.each([
    [{ cpuMs: 100 }, /^This picture takes more than 10 seconds to open\. Save a smaller copy/],
    [{ memoryMb: 100 }, /^This picture takes more memory to open than one upload may use\./],
  ] as [WorkLimits, RegExp][])('beyond %j', async (limits, sentence) => {
    const own = app.ctx.uploadChildren
    // The real children with lower limits.
    app.ctx.uploadChildren = {
      ...own,
      inTurn: (turn) => ({
        ...own,
        run: (task, payload, given) => own.run(task, payload, { ...given, turn, limits }),
      }),
    }
    const { status, body } = await upload(noise).finally(() => {
      app.ctx.uploadChildren = own
    })
    expect([status, body.code]).toEqual([400, 'invalid_media'])
    expect(body.error).toMatch(sentence)
    expect((await upload(await encodePicture('png'))).status).toBe(201)
  })
})

test.each(['avif', 'tiff'] as const)(
  'a child opens no %s, whatever brought it there',
  async (format) => {
    const given = { width: 64, format: 'webp', maxPixels: 50_000_000 }
    const make = (bytes: Uint8Array) => app.ctx.children.run('makeVariant', { ...given, bytes })
    expect(await make(await flat(64, 64).png().toBuffer())).toBeInstanceOf(Uint8Array)
    const other = await flat(64, 64).toFormat(format).toBuffer()
    expect((await sharp(other).metadata()).width).toBe(64)
    await expect(make(other)).rejects.toThrow()
  },
)

describe('a flood of slow pictures from one network', () => {
  const SLOW = '2001:db8:1:2::7'

  test("is refused by the queue's length, while another client IP and the jobs continue", async () => {
    const children = app.ctx.uploadChildren.inTurn('2001:db8:1:2::/64')
    const slow = { bytes: noise, width: 3_000, format: 'avif', maxPixels: 50_000_000 }
    const end = new AbortController()
    const given = { signal: end.signal }
    // Two at work and twenty waiting are the limit of one network.
    const flood = Array.from({ length: 22 }, () => children.run('makeVariant', slow, given))
    const ends = Promise.allSettled(flood)
    const picture = await encodePicture('png')
    const refused = await upload(picture, { from: SLOW })
    expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(refused.body.error).toMatch(/^Too many uploads wait to be checked\. Try again in 10 s\./)
    const neighbour = await upload(picture, { from: '2001:db8:1:2:ffff::1' })
    expect(neighbour.status).toBe(503)
    expect((await upload(picture, { from: '2001:db8:1:3::7' })).status).toBe(201)
    expect(
      await app.ctx.children.run('makeVariant', { ...slow, bytes: picture, width: 320 }),
    ).toBeInstanceOf(Uint8Array)
    expect(app.ctx.uploadChildren.waiting()).toBe(20)
    end.abort()
    await ends
    expect((await upload(picture, { from: SLOW })).status).toBe(201)
  })

  test('further pictures are refused while a hundred pictures of all networks wait', async () => {
    const end = new AbortController()
    const slow = { bytes: noise, width: 3_000, format: 'avif', maxPixels: 50_000_000 }
    const flood = Array.from({ length: 100 + app.ctx.uploadChildren.size }, (_, at) =>
      app.ctx.uploadChildren.inTurn(`n${at}`).run('makeVariant', slow, { signal: end.signal }),
    )
    const ends = Promise.allSettled(flood)
    const { status, body } = await upload(await encodePicture('png'), { from: '192.0.2.9' })
    expect([status, body.code]).toEqual([503, 'overloaded'])
    end.abort()
    await ends
  })
})
