import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, UNLIMITED_RATES } from '../../../test/support/browser.ts'
import {
  addNeedle,
  makeFilm,
  makeForeignFilm,
  makeWav,
  NEEDLE,
} from '../../../test/support/make-media.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { encodePicture, type UploadOptions, uploadTo } from '../../../test/support/upload.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { media } from '../../schema/media.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: UNLIMITED_RATES })
})
afterAll(() => app.close())

const upload = (kind: string, bytes: Uint8Array, options: UploadOptions = {}) =>
  uploadTo(app.url, kind, bytes, options)

describe('takes', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s picture', async (format) => {
    const browser = new Browser(app.url)
    const { status, body } = await upload('image', await encodePicture(format), { browser })
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

  test('a file that only its owner can see', async () => {
    const browser = new Browser(app.url)
    const { body } = await upload('image', await encodePicture('png'), { browser })
    expect((await new Browser(app.url).fetch(body.url)).status).toBe(404)
    expect((await browser.fetch(body.url)).status).toBe(200)
  })

  test('a file name with a path, and ignores the name', async () => {
    const { status, body } = await upload('image', await encodePicture('png'), {
      name: '../../../etc/passwd',
    })
    expect(status).toBe(201)
    expect(body.url).toMatch(/^\/media\/[0-9a-f-]{36}\/[A-Za-z0-9_-]{16}\.png$/)
  })

  test('a rotated photograph upright and without its metadata', async () => {
    const sideways = await sharp({
      create: { width: 120, height: 80, channels: 3, background: '#fff' },
    })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'secret-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const browser = new Browser(app.url)
    const { body } = await upload('image', sideways, { browser })
    expect(body).toMatchObject({ width: 80, height: 120 })
    const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
    expect((await sharp(served).metadata()).exif).toBeUndefined()
  })
})

describe('drops all metadata of', () => {
  test.each([
    ['video', 'mp4', makeFilm],
    ['video', 'mov', () => makeForeignFilm('mov')],
    ['video', 'webm', () => makeForeignFilm('webm')],
    ['audio', 'wav', async () => makeWav()],
    ['audio', 'ogg', async () => makeWav()],
    ['audio', 'm4a', async () => makeWav()],
  ] as const)('a %s, %s', async (kind, extension, make) => {
    const given = await addNeedle(extension === 'm4a' ? 'mp4' : extension, await make())
    const browser = new Browser(app.url)
    const { status, body } = await upload(kind, given, { browser })
    expect([status, body.error]).toEqual([201, undefined])
    expect(body.url).toMatch(new RegExp(`\\.${extension}$`))
    const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
    expect(served.length).toBe(body.bytes)
    expect(served.includes(NEEDLE)).toBe(false)
    // The file is still valid.
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
  test('takes the same file once, however often and under whatever file name it is sent', async () => {
    const browser = new Browser(app.url)
    const bytes = await encodePicture('png')
    const first = await upload('image', bytes, { browser, key: 'a', name: 'one.png' })
    const again = await upload('image', bytes, { browser, key: 'a', name: 'another-name.png' })
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  })

  test('refuses another file, also of the same size', async () => {
    const browser = new Browser(app.url)
    const bytes = makeWav()
    const other = Buffer.from(bytes)
    other.writeInt16LE(other.readInt16LE(400) + 1, 400)
    expect((await upload('audio', bytes, { browser, key: 'b' })).status).toBe(201)
    const { status, body } = await upload('audio', other, { browser, key: 'b' })
    expect([status, body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('deletes the file of a repeated upload', async () => {
    const browser = new Browser(app.url)
    const bytes = await encodePicture('jpeg')
    for (let turn = 0; turn < 3; turn++) await upload('image', bytes, { browser, key: 'c' })
    // The temporary file is deleted once the answer has been sent.
    await expect.poll(() => readdir(join(app.ctx.config.dataDir, 'tmp'))).toEqual([])
  })
})

describe('a transaction that fails', () => {
  test('a lost answer keeps the file, since the row may exist', async () => {
    const { db } = app.ctx
    const browser = new Browser(app.url)
    await upload('image', await encodePicture('png'), { browser })
    const begin = db.transaction.bind(db)
    db.transaction = (async (...given: Parameters<typeof begin>) => {
      await begin(...given)
      throw new Error('the connection was lost')
    }) as typeof begin
    const lost = await upload('image', await encodePicture('png'), { browser }).finally(() => {
      db.transaction = begin
    })
    expect(lost.status).toBe(500)
    const rows = await db.select().from(media).orderBy(desc(media.createdAt)).limit(1)
    expect(await app.ctx.storage.stat(rows[0]?.storageKey ?? '')).toMatchObject({
      bytes: rows[0]?.bytes,
    })
  })

  test('a refusal deletes the file, and is reported even where the deletion fails', async () => {
    const { db, storage } = app.ctx
    const browser = new Browser(app.url)
    await upload('image', await encodePicture('png'), { browser })
    const begin = db.transaction.bind(db)
    const remove = storage.delete.bind(storage)
    const asked: string[] = []
    db.transaction = () => Promise.reject(new AppError('quota_exceeded', 'No room.'))
    storage.delete = (key) => {
      asked.push(key)
      return Promise.reject(new Error('the store is away'))
    }
    const refused = await upload('image', await encodePicture('png'), { browser }).finally(() => {
      db.transaction = begin
      storage.delete = remove
    })
    expect(refused.body.code).toBe('quota_exceeded')
    expect(asked).toHaveLength(2)
  })
})
