import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { desc } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser, UNLIMITED_RATES } from '../../../test/support/browser.ts'
import {
  addNeedle,
  makeFilm,
  makeForeignFilm,
  makeWav,
  NEEDLE,
} from '../../../test/support/make-media.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { media } from './tables.ts'

interface Uploaded {
  id: string
  url: string
  content_type: string
  width: number
  height: number
  bytes: number
  duration_ms: number
  code: string
  error: string
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: UNLIMITED_RATES })
})
afterAll(() => app.close())

async function upload(
  kind: string,
  bytes: Uint8Array,
  options: { name?: string; type?: string; browser?: Browser; field?: string; key?: string } = {},
) {
  const browser = options.browser ?? openBrowser(app.url)
  const form = new FormData()
  const file = new Blob([new Uint8Array(bytes)], { type: options.type ?? 'image/png' })
  form.append(options.field ?? 'file', file, options.name ?? 'a.png')
  const headers: Record<string, string> = options.key ? { 'idempotency-key': options.key } : {}
  return browser.json<Uploaded>(`/upload/${kind}`, { form, headers })
}

function picture(format: 'png' | 'jpeg' | 'webp' | 'gif', width = 120, height = 80) {
  const base = sharp({ create: { width, height, channels: 3, background: '#3a7bd5' } })
  return base.toFormat(format).toBuffer()
}

describe('takes', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s picture', async (format) => {
    const browser = openBrowser(app.url)
    const { status, body } = await upload('image', await picture(format), { browser })
    expect(status).toBe(201)
    expect(body).toMatchObject({ width: 120, height: 80 })
    const served = await browser.fetch(body.url)
    expect(served.status).toBe(200)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('content-security-policy')).toMatch(/sandbox/)
    expect(served.headers.get('cache-control')).toMatch(/no-store/)
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width).toBe(120)
  })

  test('a film and a recording, decoded', async () => {
    const film = await upload('video', await makeFilm())
    expect(film.body).toMatchObject({ content_type: 'video/mp4', width: 64, height: 64 })
    expect(film.body.duration_ms).toBeGreaterThan(0)
    const sound = await upload('audio', makeWav())
    expect(sound.body).toMatchObject({ content_type: 'audio/wav', duration_ms: 500 })
  })

  test('a file that only its owner then sees', async () => {
    const browser = openBrowser(app.url)
    const { body } = await upload('image', await picture('png'), { browser })
    expect((await openBrowser(app.url).fetch(body.url)).status).toBe(404)
    expect((await browser.fetch(body.url)).status).toBe(200)
  })

  test('a name that would be a path, without using it', async () => {
    const { status, body } = await upload('image', await picture('png'), {
      name: '../../../etc/passwd',
    })
    expect(status).toBe(201)
    expect(body.url).toMatch(/^\/media\/[0-9a-f-]{36}\/[A-Za-z0-9_-]{16}\.png$/)
  })

  test('a sideways photograph upright and without its metadata', async () => {
    const sideways = await sharp({
      create: { width: 120, height: 80, channels: 3, background: '#fff' },
    })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'secret-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const browser = openBrowser(app.url)
    const { body } = await upload('image', sideways, { browser })
    expect(body).toMatchObject({ width: 80, height: 120 })
    const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
    expect((await sharp(served).metadata()).exif).toBeUndefined()
  })
})

describe('keeps nothing that was written beside', () => {
  test.each([
    ['video', 'mp4', makeFilm],
    ['video', 'mov', () => makeForeignFilm('mov')],
    ['video', 'webm', () => makeForeignFilm('webm')],
    ['audio', 'wav', async () => makeWav()],
    ['audio', 'ogg', async () => makeWav()],
    ['audio', 'm4a', async () => makeWav()],
  ] as const)('a %s, %s', async (kind, extension, make) => {
    const given = await addNeedle(extension === 'm4a' ? 'mp4' : extension, await make())
    const browser = openBrowser(app.url)
    const { status, body } = await upload(kind, given, { browser })
    expect([status, body.error]).toEqual([201, undefined])
    expect(body.url).toMatch(new RegExp(`\\.${extension}$`))
    const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
    expect(served.length).toBe(body.bytes)
    expect(served.includes(NEEDLE)).toBe(false)
    // And it is still what it was.
    const again = await upload(kind, served, { browser })
    expect(again.body).toMatchObject({
      content_type: body.content_type,
      duration_ms: body.duration_ms,
      width: body.width,
      height: body.height,
    })
  })
})

describe('with an Idempotency-Key', () => {
  test('takes the same file once, however often and under whatever name it comes', async () => {
    const browser = openBrowser(app.url)
    const bytes = await picture('png')
    const first = await upload('image', bytes, { browser, key: 'a', name: 'one.png' })
    const again = await upload('image', bytes, { browser, key: 'a', name: 'another-name.png' })
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  })

  test('refuses another file, also one of the same size', async () => {
    const browser = openBrowser(app.url)
    const bytes = makeWav()
    const other = Buffer.from(bytes)
    other.writeInt16LE(other.readInt16LE(400) + 1, 400)
    expect((await upload('audio', bytes, { browser, key: 'b' })).status).toBe(201)
    const { status, body } = await upload('audio', other, { browser, key: 'b' })
    expect([status, body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('leaves no file of a repetition behind', async () => {
    const browser = openBrowser(app.url)
    const bytes = await picture('jpeg')
    for (let turn = 0; turn < 3; turn++) await upload('image', bytes, { browser, key: 'c' })
    // What lay there goes once the answer is on its way.
    await expect.poll(() => readdir(join(app.ctx.config.dataDir, 'tmp'))).toEqual([])
  })
})

describe('refuses or defuses', () => {
  test('a picture with a page behind it: the page is gone', async () => {
    const payload = Buffer.from('<script>alert(document.cookie)</script>')
    const browser = openBrowser(app.url)
    for (const format of ['png', 'gif', 'jpeg'] as const) {
      const polyglot = Buffer.concat([await picture(format), payload])
      const { status, body } = await upload('image', polyglot, { browser, name: 'x.html' })
      if (status === 201) {
        const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
        expect(served.includes('<script>')).toBe(false)
      } else {
        expect(body.code).toBe('invalid_media')
      }
    }
  })

  test('SVG, HTML, text and programs, whatever they are called', async () => {
    const files = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
      '<!doctype html><script>alert(1)</script>',
      '#!/bin/sh\nreboot\n',
      'push graphic-context\nimage over 0,0 0,0 "https://example.com/x"',
      '%PDF-1.7\n%âãÏÓ\n',
      'MZ\u0090\u0000\u0003',
    ]
    for (const text of files) {
      const { status, body } = await upload('image', Buffer.from(text, 'latin1'))
      expect([status, body.code]).toEqual([415, 'unsupported_media'])
    }
  })

  test('a film sent as a picture, and a picture sent as a film or a sound', async () => {
    const png = await picture('png')
    expect((await upload('image', await makeFilm())).body.code).toBe('unsupported_media')
    expect((await upload('video', png)).body.code).toBe('unsupported_media')
    expect((await upload('audio', png)).body.code).toBe('unsupported_media')
    expect((await upload('audio', await makeFilm())).body.code).toBe('unsupported_media')
  })

  test('truncated and garbled files', async () => {
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer()
    expect((await upload('image', noise.subarray(0, noise.length / 2))).status).toBe(400)
    const png = await picture('png', 300, 300)
    png.fill(7, 60, 120)
    expect((await upload('image', png)).status).toBe(400)
    const film = await makeFilm()
    expect((await upload('video', film.subarray(0, film.length / 2))).status).toBe(400)
    expect((await upload('video', film.subarray(0, 40))).status).toBeGreaterThanOrEqual(400)
    const wav = makeWav()
    expect((await upload('audio', wav.subarray(0, 20))).status).toBeGreaterThanOrEqual(400)
    expect((await upload('image', Buffer.alloc(0))).status).toBe(400)
  })

  test('a small file that unpacks to a huge picture', async () => {
    const { status, body } = await upload('image', pngBomb(30_000, 30_000))
    expect([status, body.code]).toEqual([400, 'invalid_media'])
    const lying = pngBomb(1_000_000, 1_000_000)
    expect((await upload('image', lying)).status).toBe(400)
  })

  test('more bytes than allowed, also when the length is not told', async () => {
    const big = Buffer.alloc(10 * 1024 * 1024 + 1)
    ;(await picture('png')).copy(big)
    expect((await upload('image', big)).body.code).toBe('payload_too_large')
    const boundary = 'xyz'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(head))
        for (let at = 0; at < 11; at++) controller.enqueue(Buffer.alloc(1024 * 1024))
        controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`))
        controller.close()
      },
    })
    const answer = await fetch(`${app.url}/api/v1/upload/image`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })

  test('forms without the file, of other types, or broken', async () => {
    const png = await picture('png')
    expect((await upload('image', png, { field: 'other' })).body.code).toBe('bad_request')
    const browser = openBrowser(app.url)
    expect((await browser.json('/upload/image', { body: {} })).status).toBe(400)
    const broken = await browser.json('/upload/image', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
    })
    expect(broken.status).toBe(400)
    expect((await upload('executable', png)).status).toBe(400)
  })

  test('what goes beyond 500 MB of unused uploads', async () => {
    const browser = openBrowser(app.url)
    const { body } = await upload('image', await picture('png'), { browser })
    await app.ctx.db.update(media).set({ bytes: 500 * 1024 * 1024 })
    expect((await upload('image', await picture('png'), { browser })).body.code).toBe(
      'quota_exceeded',
    )
    await app.ctx.db.update(media).set({ usedAt: new Date() })
    expect((await upload('image', await picture('png'), { browser })).status).toBe(201)
    expect(body.id).toBeDefined()
  })
})

describe('a transaction that fails', () => {
  test('by its lost answer leaves the file, since the row may be there', async () => {
    const { db } = app.ctx
    const browser = openBrowser(app.url)
    await upload('image', await picture('png'), { browser })
    const begin = db.transaction.bind(db)
    db.transaction = (async (...given: Parameters<typeof begin>) => {
      await begin(...given)
      throw new Error('the connection was lost')
    }) as typeof begin
    const lost = await upload('image', await picture('png'), { browser }).finally(() => {
      db.transaction = begin
    })
    expect(lost.status).toBe(500)
    const rows = await db.select().from(media).orderBy(desc(media.createdAt)).limit(1)
    expect(await app.ctx.storage.stat(rows[0]?.storageKey ?? '')).toMatchObject({
      bytes: rows[0]?.bytes,
    })
  })

  test('by a refusal removes the file, and says why also where that fails', async () => {
    const { db, storage } = app.ctx
    const browser = openBrowser(app.url)
    await upload('image', await picture('png'), { browser })
    const begin = db.transaction.bind(db)
    const remove = storage.delete.bind(storage)
    const asked: string[] = []
    db.transaction = () => Promise.reject(new AppError('quota_exceeded', 'No room.'))
    storage.delete = (key) => {
      asked.push(key)
      return Promise.reject(new Error('the store is away'))
    }
    const refused = await upload('image', await picture('png'), { browser }).finally(() => {
      db.transaction = begin
      storage.delete = remove
    })
    expect(refused.body.code).toBe('quota_exceeded')
    expect(asked).toHaveLength(2)
  })
})

/** A PNG whose few bytes claim any size; zeroes compress a thousandfold. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000_000), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
