import { request as httpRequest } from 'node:http'
import { deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, UNLIMITED_RATES } from '../../../test/support/browser.ts'
import { makeFilm, makeWav } from '../../../test/support/make-media.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { media } from '../../schema/media.ts'

interface Answer {
  url: string
  code: string
  error: string
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: UNLIMITED_RATES })
})
afterAll(() => app.close())

async function upload(kind: string, bytes: Uint8Array, name = 'a', type = 'image/png') {
  const browser = new Browser(app.url)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const answer = await browser.json<Answer>(`/upload/${kind}`, { form })
  return { ...answer, browser }
}

const SCRIPT = Buffer.from('<html><script>alert(document.cookie)</script></html>')

async function png(width = 120, height = 80): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3a7bd5' } })
    .png()
    .toBuffer()
}

/** The head of a GIF that is also a program: `GIF89a/*…*\/=alert(1)`. */
const GIFAR = Buffer.concat([
  Buffer.from('GIF89a/*'),
  Buffer.alloc(40),
  Buffer.from('*/=alert(1)//'),
])

describe('films and recordings', () => {
  test('films and recordings with a trailing page are served with their own type and run no script', async () => {
    for (const [kind, bytes, type] of [
      ['video', Buffer.concat([await makeFilm(), SCRIPT]), 'video/mp4'],
      ['audio', Buffer.concat([makeWav(), SCRIPT]), 'audio/wav'],
    ] as const) {
      const { status, body, browser } = await upload(kind, bytes, 'a.html', 'text/html')
      if (status !== 201) {
        expect(body.code).toBe('invalid_media')
        continue
      }
      const served = await browser.fetch(body.url)
      expect(served.headers.get('content-type')).toBe(type)
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
  })

  test('films and recordings with only a valid beginning are refused, since the check decodes their frames', async () => {
    const film = await makeFilm()
    const wav = makeWav()
    const noise = Buffer.alloc(4_000, 0x5a)
    const hostile: [string, Buffer][] = [
      ['video', Buffer.concat([film.subarray(0, 32), noise])],
      ['video', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, ...noise])],
      ['video', garble(film)],
      ['audio', Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1'), noise])],
      ['audio', Buffer.concat([Buffer.from('OggS\0\u0002', 'latin1'), noise])],
      ['audio', Buffer.from([0xff, 0xfb, 0x90, 0x00, ...noise])],
      ['audio', wav.subarray(0, 44)],
      ['audio', film],
      ['video', wav],
      ['video', gzipSync(film)],
      ['video', SCRIPT],
      ['audio', Buffer.from('#EXTM3U\nhttp://169.254.169.254/latest/meta-data\n')],
      ['video', Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n')],
    ]
    const answers = []
    for (const [kind, bytes] of hostile) answers.push(await upload(kind, bytes))
    expect(answers.map(({ status }) => status)).toEqual(
      hostile.map(() => expect.toSatisfy((status: number) => status === 400 || status === 415)),
    )
    expect(answers.map(({ body }) => body.code)).toEqual(
      hostile.map(() => expect.stringMatching(/^(invalid_media|unsupported_media)$/)),
    )
    for (const { body } of answers) expect(body.error).not.toMatch(/tmp|\.ts|node:/)
  })
})

/** The same film with nonsense in every sample. */
function garble(film: Buffer): Buffer {
  const copy = Buffer.from(film)
  const at = copy.indexOf('mdat')
  copy.fill(0x5a, at + 4, at + copy.readUInt32BE(at - 4) - 4)
  return copy
}

describe('pictures', () => {
  test('a picture that is also another format is refused or re-encoded without the other format', async () => {
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(SCRIPT)])
    const commented = await sharp(await png())
      .withExif({ IFD0: { ImageDescription: SCRIPT.toString() } })
      .jpeg()
      .toBuffer()
    for (const bytes of [
      GIFAR,
      Buffer.concat([await png(), zip]),
      Buffer.concat([await png(), SCRIPT]),
      Buffer.concat([
        await sharp(await png())
          .jpeg()
          .toBuffer(),
        zip,
        SCRIPT,
      ]),
      commented,
    ]) {
      const { status, body, browser } = await upload('image', bytes, 'a.php')
      if (status === 201) {
        const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
        expect(served.includes('alert(')).toBe(false)
        expect(served.includes('PK\u0003\u0004')).toBe(false)
        expect(body.url).toMatch(/\.(png|jpg|gif|webp)$/)
      } else {
        expect(['invalid_media', 'unsupported_media']).toContain(body.code)
      }
    }
  })

  test('a picture of many frames keeps the first', async () => {
    const frames = await sharp({
      create: { width: 100, height: 3_000, channels: 3, background: '#123' },
    })
      .gif()
      .toBuffer()
    expect((await upload('image', frames)).status).toBe(201)
  })
})

describe('file names and types given by the sender', () => {
  test.each([
    '../../../../etc/cron.d/x',
    '..\\..\\windows\\system32\\x.png',
    '/etc/passwd',
    'a\0.png',
    'x'.repeat(3_000),
    '"; rm -rf /; ".png',
    '<img src=x onerror=alert(1)>.png',
    'CON',
    '.htaccess',
  ])('%j have no effect', async (name) => {
    const { status, body } = await upload('image', await png(), name, 'text/html')
    if (status !== 201) expect(body.code).toBe('bad_request')
    else expect(body.url).toMatch(/^\/media\/[0-9a-f-]{36}\/[\w-]{16}\.png$/)
    const rows = await app.ctx.db.select({ key: media.storageKey }).from(media)
    for (const { key } of rows) expect(key).toMatch(/^upload\/\w{2}\/[0-9a-f-]{36}\.\w{2,4}$/)
  })
})

const FILE = '--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

describe('an endless body', () => {
  /** Sends until the server answers or closes; answers the bytes sent and the response. */
  function flood(kind: string, head: string, most: number) {
    return new Promise<{ status: number | undefined; sent: number }>((resolve) => {
      let sent = 0
      let status: number | undefined
      const chunk = Buffer.alloc(256 * 1024, 1)
      const asked = httpRequest(`${app.url}/api/v1/upload/${kind}`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
      })
      const finish = () => {
        asked.destroy()
        resolve({ status, sent })
      }
      asked.on('response', (answer) => {
        status = answer.statusCode
        answer.resume()
        answer.on('end', finish)
      })
      asked.on('error', finish)
      const pour = () => {
        while (sent < most && !asked.destroyed) {
          sent += chunk.length
          if (!asked.write(chunk)) {
            asked.once('drain', pour)
            return
          }
        }
        if (sent >= most) asked.end('\r\n--xyz--\r\n')
      }
      asked.write(head)
      pour()
    })
  }

  const FIELD = '--xyz\r\ncontent-disposition: form-data; name="note"\r\n\r\n'

  test('is cut off at the limit and not read to its end', async () => {
    const { status, sent } = await flood('image', FILE, 200 * 1024 * 1024)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(40 * 1024 * 1024)
  })

  test('is also cut off in a text field', async () => {
    const { status, sent } = await flood('image', FIELD, 200 * 1024 * 1024)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(sent).toBeLessThan(40 * 1024 * 1024)
  })
})

test('memory does not grow with the uploads: ten files of 10 MB at once', async () => {
  const big = Buffer.alloc(10 * 1024 * 1024 - 1_000, 7)
  ;(await png()).copy(big)
  const before = process.memoryUsage()
  let most = 0
  const watch = setInterval(() => {
    const now = process.memoryUsage()
    most = Math.max(most, now.heapUsed - before.heapUsed + now.external - before.external)
  }, 20)
  // Sent in chunks, so that the measurement shows the server's memory and not this test's copies.
  const send = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = httpRequest(`${app.url}/api/v1/upload/image`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
      })
      asked.on('error', reject)
      asked.on('response', (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      })
      asked.write(FILE)
      let at = 0
      const pour = () => {
        while (at < big.length) {
          const piece = big.subarray(at, at + 64 * 1024)
          at += piece.length
          if (!asked.write(piece)) return asked.once('drain', pour)
        }
        return asked.end('\r\n--xyz--\r\n')
      }
      pour()
    })
  try {
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    for (const status of answers) expect([201, 400]).toContain(status)
  } finally {
    clearInterval(watch)
  }
  expect(most).toBeLessThan(100 * 1024 * 1024)
})
