import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, UNLIMITED_RATES } from '../../../test/support/browser.ts'
import { makeFilm, makeWav } from '../../../test/support/make-media.ts'
import { makePngBomb } from '../../../test/support/make-png-bomb.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { encodePicture, type UploadOptions, uploadTo } from '../../../test/support/upload.ts'
import { media } from '../../schema/media.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: UNLIMITED_RATES })
})
afterAll(() => app.close())

const upload = (kind: string, bytes: Uint8Array, options: UploadOptions = {}) =>
  uploadTo(app.url, kind, bytes, options)

describe('refuses or defuses', () => {
  test('a picture with a trailing page: the page is removed', async () => {
    const payload = Buffer.from('<script>alert(document.cookie)</script>')
    const browser = new Browser(app.url)
    for (const format of ['png', 'gif', 'jpeg'] as const) {
      const polyglot = Buffer.concat([await encodePicture(format), payload])
      const { status, body } = await upload('image', polyglot, { browser, name: 'x.html' })
      if (status === 201) {
        const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
        expect(served.includes('<script>')).toBe(false)
      } else {
        expect(body.code).toBe('invalid_media')
      }
    }
  })

  test('SVG, HTML, text and programs under any file name', async () => {
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
    const png = await encodePicture('png')
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
    const png = await encodePicture('png', 300, 300)
    png.fill(7, 60, 120)
    expect((await upload('image', png)).status).toBe(400)
    const film = await makeFilm()
    expect((await upload('video', film.subarray(0, film.length / 2))).status).toBe(400)
    expect((await upload('video', film.subarray(0, 40))).status).toBeGreaterThanOrEqual(400)
    const wav = makeWav()
    expect((await upload('audio', wav.subarray(0, 20))).status).toBeGreaterThanOrEqual(400)
    expect((await upload('image', Buffer.alloc(0))).status).toBe(400)
  })

  test('a small file that decodes to a huge picture', async () => {
    const { status, body } = await upload('image', makePngBomb(30_000, 30_000))
    expect([status, body.code]).toEqual([400, 'invalid_media'])
    const lying = makePngBomb(1_000_000, 1_000_000)
    expect((await upload('image', lying)).status).toBe(400)
  })

  test('more bytes than allowed, also without a Content-Length', async () => {
    const big = Buffer.alloc(10 * 1024 * 1024 + 1)
    ;(await encodePicture('png')).copy(big)
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

  test('forms without a file, with another type, or broken', async () => {
    const png = await encodePicture('png')
    expect((await upload('image', png, { field: 'other' })).body.code).toBe('bad_request')
    const browser = new Browser(app.url)
    expect((await browser.json('/upload/image', { body: {} })).status).toBe(400)
    const broken = await browser.json('/upload/image', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
    })
    expect(broken.status).toBe(400)
    expect((await upload('executable', png)).status).toBe(400)
  })

  test('uploads beyond 500 MB of unused files', async () => {
    const browser = new Browser(app.url)
    const { body } = await upload('image', await encodePicture('png'), { browser })
    await app.ctx.db.update(media).set({ bytes: 500 * 1024 * 1024 })
    expect((await upload('image', await encodePicture('png'), { browser })).body.code).toBe(
      'quota_exceeded',
    )
    await app.ctx.db.update(media).set({ usedAt: new Date() })
    expect((await upload('image', await encodePicture('png'), { browser })).status).toBe(201)
    expect(body.id).toBeDefined()
  })
})
