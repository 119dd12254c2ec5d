import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createVideoWriter } from '@vignette/local-studio/video/write-video.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTakeCopies } from '../../src/features/claims/take-copies.ts'
import { claims } from '../../src/schema/claims.ts'
import { creations } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import { publish, type Refusal, remixNow, tryRemix } from '../support/acts.ts'
import { UNLIMITED_RATES } from '../support/browser.ts'
import { newPerson, openMarket } from '../support/moderation.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const SIZE = { width: 384, height: 256 }
/** What the next runs make. */
let drawn: { kind: 'image' | 'video'; bytes: Buffer } | undefined
let app: TestApp
let market: Awaited<ReturnType<typeof openMarket>>
let films: string
beforeAll(async () => {
  const start = async () =>
    drawn
      ? { state: 'done' as const, product: { from: 'bytes' as const, ...drawn } }
      : picture('#336699')
  app = await startTestApp({
    providers: [createScriptedProvider({ start })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '0.1', NSFW_REFUSE_THRESHOLD: '1' },
  })
  market = await openMarket(app)
  const steps = [{ id: 'draw', provider: 'local', function_type: 'film' }]
  films = (await publish(market.creator.browser, { output_type: 'mp4', steps })).id
})
afterAll(() => app.close())

/** Soft shapes, others for each seed. */
function draw(seed: number): Promise<Buffer> {
  const noise = Uint8Array.from(
    { length: 12 * 9 * 3 },
    (_, i) => ((i + seed) * (i + 7) * 7919) >> 4,
  )
  return sharp(Buffer.from(noise), { raw: { width: 12, height: 9, channels: 3 } })
    .resize({ ...SIZE, fit: 'fill' })
    .png()
    .toBuffer()
}

const plain = (background: string) =>
  sharp({ create: { ...SIZE, channels: 3, background } })
    .png()
    .toBuffer()

/** A film that shows each of these for half a second. */
async function makeFilmOf(pictures: readonly Buffer[], shape = SIZE): Promise<Buffer> {
  const writer = await createVideoWriter({ ...shape, fps: 12 })
  const canvas = createCanvas(shape.width, shape.height)
  for (const one of pictures) {
    const image = await loadImage(one)
    for (let at = 0; at < 6; at++) {
      canvas.getContext('2d').drawImage(image, 0, 0, shape.width, shape.height)
      await writer.add(canvas)
    }
  }
  return writer.finish()
}

const filmOf = async (pictures: readonly Buffer[], shape = SIZE) =>
  ({ kind: 'video', bytes: await makeFilmOf(pictures, shape) }) as const

const fan = () => market.fan.browser
function upload(kind: 'image' | 'video', bytes: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a')
  return fan().json<Refusal & { id: string }>(`/upload/${kind}`, { form })
}

test('a film is scored by frames across it, delivered or uploaded', async () => {
  // The score of the first shade is far below the threshold, that of the second above.
  const [calm, doubtful] = [await plain('#336699'), await plain('#ff9999')]
  drawn = await filmOf([calm, calm, calm, calm])
  const fine = await remixNow(fan(), films, { public: true })
  drawn = await filmOf([calm, calm, calm, doubtful])
  const held = await remixNow(fan(), films, { public: true })
  // What waits for a review stays private.
  expect([fine.public, held.public]).toEqual([true, false])
  const sent = await upload('video', drawn.bytes)
  const [row] = await app.ctx.db.select().from(media).where(eq(media.id, sent.body.id))
  expect([row?.verdict, row?.frameHashes?.length]).toEqual(['review', 4])
})

test('with a film go a film of its later frames, a still of it, and each is refused later', async () => {
  const [one, two, three, other] = await Promise.all([1, 40, 77, 120].map(draw))
  if (!one || !two || !three || !other) throw new Error('not drawn')
  const make = async (product: NonNullable<typeof drawn>, recipe = films) => {
    drawn = product
    return remixNow(fan(), recipe, { public: true })
  }
  const named = await make(await filmOf([other, one, two, three]))
  const half = { width: 192, height: 128 }
  const mirrored = await sharp(two).flop().toBuffer()
  const copy = await make(await filmOf([await plain('#336699'), mirrored], half))
  const still = await make({ kind: 'image', bytes: three }, market.recipe.id)
  const unlike = await make(await filmOf([await draw(200), await draw(300)]))
  const claimId = await takeDown(named.id)
  await runTakeCopies(app.ctx, { claimId })
  const seen = async (id: string) =>
    (await market.stranger.browser.fetch(`/api/v1/creations/${id}`)).status === 200
  expect(await Promise.all([named, copy, still, unlike].map(({ id }) => seen(id)))).toEqual([
    false,
    false,
    false,
    true,
  ])
  const again = await upload('image', await sharp(two).jpeg({ quality: 60 }).toBuffer())
  expect([again.status, again.body.code]).toEqual([422, 'content_refused'])
  const filmed = await upload('video', await makeFilmOf([await plain('#000000'), one]))
  expect(filmed.body.error).toContain('This film shows what was taken down here')
  drawn = await filmOf([await plain('#000000'), one])
  expect((await tryRemix(fan(), films)).body.error).toContain('shows what was taken down')
  expect((await upload('video', await makeFilmOf([await draw(400)]))).status).toBeLessThan(300)
})

test('with a picture goes a film that shows it later', async () => {
  const [shown, before] = [await draw(500), await draw(600)]
  drawn = { kind: 'image', bytes: shown }
  const named = await remixNow(fan(), market.recipe.id, { public: true })
  drawn = await filmOf([before, before, shown])
  const film = await remixNow(fan(), films, { public: true })
  await runTakeCopies(app.ctx, { claimId: await takeDown(named.id) })
  const [row] = await app.ctx.db.select().from(creations).where(eq(creations.id, film.id))
  expect(row?.hiddenAt).not.toBeNull()
})

async function takeDown(creationId: string): Promise<string> {
  const fields = {
    places: `${app.url}/creations/${creationId}`,
    work: 'Me',
    reason: 'I did not agree',
    contact: 'Main Street 1',
    email: 'ada@example.com',
    signature: 'Ada Lovelace',
    sworn0: 'yes',
    sworn1: 'yes',
  }
  const filed = await fetch(`${app.url}/claims?kind=likeness`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const number = /C-[A-Z0-9]{6}/.exec(filed.headers.get('location') ?? '')?.[0] ?? ''
  const [claim] = await app.ctx.db.select().from(claims).where(eq(claims.number, number))
  const admin = await newPerson(app, 'admin@example.com', true)
  const decided = await admin.browser.json(`/admin/claims/${claim?.id}/decision`, {
    body: { action: 'take_down', statement: 'It shows the claimant.' },
  })
  expect(decided.status).toBe(200)
  return claim?.id ?? ''
}
