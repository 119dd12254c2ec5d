import type { CreationView } from '@vignette/contract/creations.ts'
import { sizeAddress } from '@vignette/contract/picture-sizes.ts'
import { sql } from 'drizzle-orm'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, film, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const FILM_RECIPE = {
  output_type: 'mp4',
  steps: [{ id: 'draw', provider: 'local', function_type: 'film' }],
}
const MARK = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'

/** Keys of the files that were opened for reading. */
const opened: string[] = []
let app: TestApp
let owner: Visitor
let stranger: Visitor
let pictures: string
let films: string
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: (call) => (call.functionType === 'film' ? film() : picture('#336699', 1400, 900)),
  })
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [provider],
    change: ({ storage }) => {
      const open = storage.open.bind(storage)
      storage.open = (key, range) => {
        opened.push(key)
        return open(key, range)
      }
    },
  })
  owner = new Visitor(app.url)
  stranger = new Visitor(app.url)
  pictures = (await publish(owner)).id
  films = (await publish(owner, FILM_RECIPE)).id
})
afterAll(() => app.close())

const make = (isPublic: boolean, recipe = pictures) => remixNow(owner, recipe, { public: isPublic })
const get = (actor: Visitor, url: string | null | undefined, headers = {}) =>
  actor.fetch(url ?? '', { headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const nameOf = ({ headers }: Response) => headers.get('content-disposition')
const xmpOf = async (response: Response) =>
  String((await sharp(await bytesOf(response)).metadata()).xmp)

describe('a part of a file', () => {
  let url: string
  let whole: Buffer
  beforeAll(async () => {
    url = (await make(true)).image ?? ''
    whole = await bytesOf(await get(stranger, url))
  })

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, Infinity],
    ['bytes=-7', -7, Infinity],
  ])('%s', async (range, start, end) => {
    const part = await get(stranger, url, { range })
    const wanted = whole.subarray(start, end + 1)
    const first = start < 0 ? whole.length + start : start
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(
      `bytes ${first}-${first + wanted.length - 1}/${whole.length}`,
    )
    expect(part.headers.get('content-length')).toBe(String(wanted.length))
    expect(await bytesOf(part)).toEqual(wanted)
  })

  test.each([(size: number) => `bytes=${size}-`, () => 'bytes=9-3', () => 'bytes=-0'])(
    'that is not there: 416 %#',
    async (range) => {
      const part = await get(stranger, url, { range: range(whole.length) })
      expect(part.status).toBe(416)
      expect(part.headers.get('content-range')).toBe(`bytes */${whole.length}`)
      expect(part.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('of the version that the browser has is sent, else the whole file', async () => {
    const etag = (await get(stranger, url)).headers.get('etag') ?? ''
    const range = 'bytes=0-9'
    expect((await get(stranger, url, { range, 'if-range': etag })).status).toBe(206)
    expect((await get(stranger, url, { range, 'if-range': '"older"' })).status).toBe(200)
  })

  test('asked for by HEAD gives the headers and opens no file', async () => {
    opened.length = 0
    const head = await stranger.fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect(await bytesOf(head)).toHaveLength(0)
    expect(opened).toEqual([])
  })
})

test('an unchanged file is not sent again', async () => {
  const url = (await make(true)).image
  const etag = (await get(stranger, url)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(stranger, url, { 'if-none-match': known })
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0])
    expect(again.headers.get('cache-control')).toBe('public, max-age=600')
    expect(again.headers.get('etag')).toBe(etag)
  }
  expect((await get(stranger, url, { 'if-none-match': '"other"' })).status).toBe(200)
})

describe('a file sent to a browser', () => {
  test('is cached for ten minutes if public, and not at all if private', async () => {
    const [shown, hidden] = [await make(true), await make(false)]
    const cacheOf = async (url: string | null | undefined) =>
      (await get(owner, url)).headers.get('cache-control')
    expect(await cacheOf(shown.image)).toBe('public, max-age=600')
    expect(await cacheOf(shown.media?.preview_url)).toBe('public, max-age=600')
    expect(await cacheOf(hidden.image)).toBe('private, no-store')
    expect(await cacheOf(hidden.media?.preview_url)).toBe('private, no-store')
  })

  test('is shown with its own type and runs no script', async () => {
    for (const creation of [await make(true), await make(true, films)]) {
      const url = creation.video ?? creation.image ?? ''
      expect(url).toMatch(creation.video ? /\/[\w-]+\.mp4$/ : /\/[\w-]+\.png$/)
      const { headers } = await get(stranger, url)
      expect(headers.get('content-type')).toBe(creation.video ? 'video/mp4' : 'image/png')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  test('is not found under another extension, token or id', async () => {
    const url = (await make(true)).image ?? ''
    const id = /\/media\/([^/]+)/.exec(url)?.[1] ?? ''
    const wrong = [
      url.replace('.png', '.html'),
      url.replace('.png', '.svg'),
      url.replace('.png', '-preview.png.exe'),
      url.replace('.png', '-321.webp'),
      url.replace(/\/[\w-]{16}\./, '/AAAAAAAAAAAAAAAA.'),
      url.replace(id, '-'.repeat(36)),
      url.replace(id, id.replaceAll('-', 'a')),
      url.replace(id, '..%2f..%2fsecret'),
    ]
    for (const address of wrong)
      expect([address, (await get(owner, address)).status]).toEqual([address, 404])
  })
})

describe('a private file', () => {
  test('is readable by its owner only, in every size', async () => {
    const { image, media } = await make(false)
    for (const url of [image, media?.preview_url]) {
      expect((await get(owner, url)).status).toBe(200)
      expect((await get(stranger, url)).status).toBe(404)
      expect((await get(stranger, `${url}?key=guess`)).status).toBe(404)
      expect((await get(stranger, `${url}?key=a&key=b`)).status).toBe(404)
      const part = await get(stranger, url, { range: 'bytes=0-1', 'if-none-match': '*' })
      expect(part.status).toBe(404)
    }
  })

  test('opens with the key of its secret link until the link is revoked', async () => {
    const { id } = await make(false)
    const link = await owner.call<{ key: string }>('POST', `/creations/${id}/secret-link`)
    const { key } = link.body
    const seen = await stranger.call<CreationView>('GET', `/creations/${id}?key=${key}`)
    const keyed = [seen.body.image, seen.body.media?.preview_url]
    for (const url of keyed) {
      expect(url).toContain('?key=')
      const { status, headers } = await get(stranger, url)
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect((await owner.call('DELETE', `/creations/${id}/secret-link`)).status).toBeLessThan(300)
    for (const url of keyed) expect((await get(stranger, url)).status).toBe(404)
    const next = await owner.call<{ key: string }>('POST', `/creations/${id}/secret-link`)
    expect(next.body.key).not.toBe(key)
    for (const url of keyed) expect((await get(stranger, url)).status).toBe(404)
  })

  test('that was public gets another address at once', async () => {
    const before = await make(true)
    expect((await get(stranger, before.image)).status).toBe(200)
    const show = (isPublic: boolean) =>
      owner.call<CreationView>('PATCH', `/creations/${before.id}`, { public: isPublic })
    const hidden = await show(false)
    expect(hidden.body.image).not.toBe(before.image)
    for (const url of [before.image, before.media?.preview_url]) {
      expect((await get(stranger, url)).status).toBe(404)
      expect((await get(owner, url)).status).toBe(404)
    }
    expect((await get(stranger, hidden.body.image)).status).toBe(404)
    expect((await get(owner, hidden.body.image)).status).toBe(200)
    const shown = await show(true)
    expect((await get(stranger, shown.body.image)).status).toBe(200)
    expect((await get(stranger, before.image)).status).toBe(404)
  })

  test('that is deleted is gone at once, and back after a restore', async () => {
    const { id, image } = await make(true)
    await owner.call('DELETE', `/creations/${id}`)
    expect((await get(stranger, image)).status).toBe(404)
    expect((await get(owner, image)).status).toBe(404)
    const back = await owner.call<CreationView>('POST', `/creations/${id}/restore`)
    expect((await get(owner, back.body.image)).status).toBe(200)
  })
})

test('the variants are made by a task of their own', async () => {
  const { id } = await make(true)
  const sizes = async () => {
    const { body } = await stranger.call<CreationView>('GET', `/creations/${id}`)
    return body.media?.variants ?? []
  }
  const wanted = [320, 640, 828, 1280].flatMap((width) => [`${width} avif`, `${width} webp`])
  const named = async () => (await sizes()).map(({ width, format }) => `${width} ${format}`).sort()
  await expect.poll(named, { timeout: 20_000 }).toEqual(wanted.sort())
  for (const { url, width, format } of await sizes()) {
    const served = await get(stranger, url)
    expect(served.headers.get('content-type')).toBe(`image/${format}`)
    const bytes = await bytesOf(served)
    const { format: found, compression, width: wide, height, xmp } = await sharp(bytes).metadata()
    expect(found === 'heif' ? compression : found).toBe(format === 'avif' ? 'av1' : 'webp')
    expect([wide, height]).toEqual([width, Math.round((width * 900) / 1400)])
    expect(String(xmp)).toContain(MARK)
  }
})

test('the variants stand in one order, whatever order their rows lie in', async () => {
  const { id, media } = await make(true)
  const listed = async () => {
    const { body } = await stranger.call<CreationView>('GET', `/creations/${id}`)
    return body.media?.variants.map(({ width, format }) => `${width} ${format}`)
  }
  const sizes = [320, 640, 828, 1280]
  const wanted = sizes.flatMap((width) => [`${width} avif`, `${width} webp`])
  await expect.poll(async () => (await listed())?.length, { timeout: 20_000 }).toBe(wanted.length)
  const { db } = app.ctx
  for (const format of ['avif', 'webp']) {
    // A row that is updated comes last.
    const rows = sql`media_id = ${media?.id} and format = ${format}`
    await db.execute(sql`update media_variants set bytes = bytes + 1 where ${rows}`)
    expect(await listed()).toEqual(wanted)
  }
})

test('a size that is not made yet is answered with the nearest smaller one, which nobody keeps', async () => {
  const [shown, hidden] = [await make(true), await make(false)]
  const made = async ({ id }: CreationView) => {
    const { body } = await owner.call<CreationView>('GET', `/creations/${id}`)
    return body.media?.variants.length
  }
  for (const creation of [shown, hidden])
    await expect.poll(() => made(creation), { timeout: 20_000 }).toBe(8)
  const look = async (actor: Visitor, { image }: CreationView, size: number) => {
    const answer = await get(actor, sizeAddress(image ?? '', size, 'avif'))
    if (answer.status !== 200) return answer.status
    const { format, width } = await sharp(await bytesOf(answer)).metadata()
    return [answer.headers.get('content-type'), answer.headers.get('cache-control'), format, width]
  }
  const { db } = app.ctx
  await db.execute(sql`delete from media_variants where width in (828, 1280)`)
  expect(await look(stranger, shown, 640)).toEqual([
    'image/avif',
    'public, max-age=600',
    'heif',
    640,
  ])
  expect(await look(stranger, shown, 1280)).toEqual(['image/avif', 'no-store', 'heif', 640])
  await db.execute(sql`delete from media_variants`)
  const preview = await look(stranger, shown, 320)
  expect(preview).toEqual(['image/webp', 'no-store', 'webp', expect.any(Number)])
  expect(await look(stranger, hidden, 320)).toBe(404)
  expect(
    (await get(owner, sizeAddress(hidden.image ?? '', 320, 'avif'))).headers.get('cache-control'),
  ).toBe('private, no-store')
  expect(await look(owner, shown, 321)).toBe(404)
})

describe('the mark that software made a creation is', () => {
  test('in the picture, its preview and its download', async () => {
    const { id, image, media } = await make(true)
    expect(media).toMatchObject({ width: 1400, height: 900, duration_ms: null })
    expect(await xmpOf(await get(stranger, image))).toContain(MARK)
    expect(await xmpOf(await get(stranger, media?.preview_url))).toContain(MARK)
    const download = await get(stranger, `/api/v1/creations/${id}/download`)
    expect(download.headers.get('content-type')).toBe('image/png')
    expect(nameOf(download)).toBe(`attachment; filename="creation-${id}.png"`)
    expect(await xmpOf(download)).toContain(MARK)
  })

  test('in the film, its poster and its download', async () => {
    const { id, video, media } = await make(true, films)
    expect(media).toMatchObject({ kind: 'video', width: 64, height: 64, duration_ms: 500 })
    expect(await xmpOf(await get(stranger, media?.preview_url))).toContain(MARK)
    const download = await get(stranger, `/api/v1/creations/${id}/download`)
    expect(download.headers.get('content-type')).toBe('video/mp4')
    expect(nameOf(download)).toBe(`attachment; filename="creation-${id}.mp4"`)
    const bytes = await bytesOf(download)
    expect(bytes).toEqual(await bytesOf(await get(stranger, video)))
    // XMP lies in this MP4 box, and the film still plays.
    const box = bytes.indexOf(Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'))
    expect(bytes.subarray(box - 4, box).toString()).toBe('uuid')
    expect(bytes.subarray(box).includes(MARK)).toBe(true)
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
    expect(await input.computeDuration()).toBeCloseTo(0.5, 1)
  })
})

describe('a download named', () => {
  let id: string
  beforeAll(async () => {
    id = (await make(true)).id
  })

  test.each([
    ['My boat', 'filename="My boat.png"'],
    ['boat.PNG', 'filename="boat.PNG"'],
    ['boat.exe', 'filename="boat.exe.png"'],
    ['../../etc/passwd', 'filename=".._.._etc_passwd.png"'],
    [
      'a"; filename=b\r\nx: y',
      'filename="a__ filename_b_x_ y.png"; filename*=UTF-8\'\'a_%3B%20filename%3Db_x_%20y.png',
    ],
    ['Été ⛵', 'filename="_t_ _.png"; filename*=UTF-8\'\'%C3%89t%C3%A9%20%E2%9B%B5.png'],
    ['   ', 'filename="creation.png"'],
  ])('%j', async (asked, wanted) => {
    const query = new URLSearchParams({ filename: asked }).toString()
    const download = await get(stranger, `/api/v1/creations/${id}/download?${query}`)
    expect([download.status, nameOf(download)]).toEqual([200, `attachment; ${wanted}`])
  })
})

test('a private creation is downloaded by its owner or with its key only', async () => {
  const { id } = await make(false)
  const path = `/api/v1/creations/${id}/download`
  expect((await get(owner, path)).headers.get('cache-control')).toBe('private, no-store')
  expect((await get(stranger, path)).status).toBe(404)
  const { body } = await owner.call<{ key: string }>('POST', `/creations/${id}/secret-link`)
  expect((await get(stranger, `${path}?key=${body.key}`)).status).toBe(200)
})
