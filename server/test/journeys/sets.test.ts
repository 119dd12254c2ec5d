import type { CreationView } from '@vignette/contract/creations.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { creationParts } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import {
  buy,
  charged,
  ended,
  idOf,
  publish,
  receiptOf,
  remix,
  remixNow,
  tryRemix,
} from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

/** Three drawings of the wish, and a restyled one behind them. */
const SET = {
  steps: [
    { id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}', count: 3 },
    { id: 'toned', provider: 'local', function_type: 'restyle', first_image: '{{draw}}' },
  ],
  output: 'draw',
  outputs: ['draw', 'toned'],
}

let app: TestApp
let creator: Browser
let free: string
let priced: string
let proofFirst: string
/** The call of the provider that fails, counted from 1; 0 for none. */
let fails = 0
let calls = 0
const seeds: number[] = []

beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [
      createScriptedProvider({
        async start(call) {
          if (++calls === fails) throw new ProviderError('refused', 'No.', { retryable: false })
          if (call.functionType === 'draw') seeds.push(call.seed)
          const width = call.firstImage?.facts?.width ?? 96 + calls
          return picture(`#${(call.seed % 0xffffff).toString(16).padStart(6, '0')}`, width, 64)
        },
      }),
    ],
  })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
  free = (await publish(creator, SET)).id
  priced = (await publish(creator, { ...SET, price: 400 })).id
  proofFirst = (await publish(creator, { ...SET, price: 500, proof: { draws: 2 } })).id
})
afterAll(() => app.close())
beforeEach(() => {
  calls = 0
  fails = 0
  seeds.length = 0
})

const filesOf = (one: CreationView) =>
  [one.media, ...(one.further_files ?? [])].map((file) => file?.url ?? '')
const statusesOf = (by: Browser, addresses: string[]) =>
  Promise.all(addresses.map(async (address) => (await by.fetch(address)).status))
const download = (by: Browser, id: string, query: string) =>
  by.fetch(`/api/v1/creations/${id}/download?${query}`)
const view = async (by: Browser, id: string) =>
  (await by.json<CreationView>(`/creations/${id}`)).body

test('a step makes several, each with a seed of its own, and the creation lists all files', async () => {
  const buyer = new Visitor(app.url)
  const made = await remixNow(buyer, free)
  expect(new Set(seeds).size).toBe(3)
  expect(made).toMatchObject({ file_count: 4, image: made.media?.url })
  expect(made.images).toEqual(filesOf(made))
  expect(new Set(filesOf(made)).size).toBe(4)
  expect(new Set(await statusesOf(buyer, filesOf(made)))).toEqual(new Set([200]))
  // What refers to the step gets the first of its drawings.
  const listed = await buyer.json<{ items: CreationView[] }>(
    `/users/${buyer.anonymousId}/creations`,
  )
  expect(listed.body.items[0]).toMatchObject({ id: made.id, file_count: 4 })
  expect(listed.body.items[0]).not.toHaveProperty('further_files')
})

test('a set is downloaded file by file, and whole as an archive', async () => {
  const buyer = new Visitor(app.url)
  const made = await remixNow(buyer, free)
  const stored = await Promise.all(
    filesOf(made).map(async (address) =>
      Buffer.from(await (await buyer.fetch(address)).arrayBuffer()),
    ),
  )
  const zip = await download(buyer, made.id, 'format=zip')
  expect(zip.headers.get('content-type')).toBe('application/zip')
  expect(zip.headers.get('content-disposition')).toBe(
    `attachment; filename="creation-${made.id}.zip"`,
  )
  const inside = readZip(Buffer.from(await zip.arrayBuffer()))
  expect([...inside.keys()]).toEqual([1, 2, 3, 4].map((at) => `creation-${made.id}-${at}.png`))
  expect([...inside.values()]).toEqual(stored)
  const second = await download(buyer, made.id, 'file=2')
  expect(second.headers.get('content-disposition')).toBe(
    `attachment; filename="creation-${made.id}-2.png"`,
  )
  expect(Buffer.from(await second.arrayBuffer())).toEqual(stored[1])
  expect((await download(buyer, made.id, 'file=5')).status).toBe(404)
  expect((await download(buyer, made.id, 'file=0')).status).toBe(400)
  expect((await download(new Visitor(app.url), made.id, 'format=zip')).status).toBe(404)
})

test('all files are public, secret, private, deleted and restored together', async () => {
  const buyer = new Visitor(app.url)
  const stranger = new Visitor(app.url)
  const { id } = await remixNow(buyer, free)
  const all = async () => filesOf(await view(buyer, id))
  expect(await statusesOf(stranger, await all())).toEqual([404, 404, 404, 404])
  await buyer.call('PATCH', `/creations/${id}`, { public: true })
  expect(await statusesOf(stranger, await all())).toEqual([200, 200, 200, 200])
  const shown = await all()
  await buyer.call('PATCH', `/creations/${id}`, { public: false })
  expect(await statusesOf(stranger, shown)).toEqual([404, 404, 404, 404])
  const link = await buyer.json<{ key: string }>(`/creations/${id}/secret-link`, { method: 'POST' })
  const { key } = link.body
  const opened = (await stranger.json<CreationView>(`/creations/${id}?key=${key}`)).body
  expect(opened.file_count).toBe(4)
  expect(await statusesOf(stranger, filesOf(opened))).toEqual([200, 200, 200, 200])
  await buyer.call('DELETE', `/creations/${id}/secret-link`)
  expect(await statusesOf(stranger, filesOf(opened))).toEqual([404, 404, 404, 404])
  const own = await all()
  await buyer.call('DELETE', `/creations/${id}`)
  expect(await statusesOf(buyer, own)).toEqual([404, 404, 404, 404])
  await buyer.call('POST', `/creations/${id}/restore`)
  expect(await statusesOf(buyer, await all())).toEqual([200, 200, 200, 200])
})

test('where one of the copies fails, nothing is delivered and nothing is charged', async () => {
  const buyer = new Visitor(app.url)
  fails = 3
  const { job, session } = await buy(buyer, priced)
  expect(job.status).toBe('FAILED')
  const own = await buyer.json<{ items: unknown[] }>(`/users/${buyer.anonymousId}/creations`)
  expect(own.body.items).toEqual([])
  const kept = await app.ctx.db.$count(creationParts)
  const again = await remix(buyer, priced, { session_id: session })
  const whole = await ended(buyer, again.body.job_id)
  expect(await app.ctx.db.$count(creationParts)).toBe(kept + 3)
  expect((await charged(buyer, whole.result.id)).amount).toBe(400)
})

describe('a proof of a set', () => {
  test('shows a marked proof of each file; keeping it opens all files at once', async () => {
    const buyer = new Visitor(app.url)
    const { job } = await buy(buyer, proofFirst)
    const { id } = job.result
    const proof = await view(buyer, id)
    expect(proof).toMatchObject({ file_count: 4, proof: { price: 500 } })
    const sealed = await app.ctx.db
      .select({ sealed: media.sealed, token: media.token, id: media.id })
      .from(creationParts)
      .innerJoin(media, eq(media.id, creationParts.wholeMediaId))
      .where(eq(creationParts.creationId, id))
      .orderBy(asc(creationParts.position))
    expect(sealed.map((row) => row.sealed)).toEqual([true, true, true])
    const addresses = sealed.map((row) => `/media/${row.id}/${row.token}.png`)
    expect(await statusesOf(buyer, addresses)).toEqual([402, 402, 402])
    expect((await download(buyer, id, 'format=zip')).status).toBe(402)
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => buyer.call('POST', `/creations/${id}/keep`)),
    )
    expect(new Set(ten.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await charged(buyer, id)).amount).toBe(500)
    const kept = await view(buyer, id)
    expect(kept.proof).toBeNull()
    expect(new Set(await statusesOf(buyer, filesOf(kept)))).toEqual(new Set([200]))
    expect(kept.further_files?.map((file) => file.id)).toEqual(sealed.map((row) => row.id))
    expect(await statusesOf(buyer, filesOf(proof))).toEqual([404, 404, 404, 404])
    expect(
      readZip(Buffer.from(await (await download(buyer, id, 'format=zip')).arrayBuffer())).size,
    ).toBe(4)
  })

  test('declining it deletes all proofs and all whole files, uncharged', async () => {
    const buyer = new Visitor(app.url)
    const { job } = await buy(buyer, proofFirst)
    const { id } = job.result
    expect((await buyer.call('POST', `/creations/${id}/decline`)).status).toBe(200)
    const left = await app.ctx.db
      .select({ deletedAt: media.deletedAt })
      .from(media)
      .where(eq(media.ownerId, await idOf(buyer, buyer.anonymousId)))
    expect(left.length).toBe(8)
    expect(left.every(({ deletedAt }) => deletedAt !== null)).toBe(true)
    await expect.poll(async () => (await receiptOf(buyer, id))?.state).toBe('released')
  })
})

describe('an input of several files', () => {
  const photos = {
    inputs: [{ key: 'photos', type: 'image', max_files: 3, min_files: 2, display_name: 'Photos' }],
    steps: [
      { id: 'toned', provider: 'local', function_type: 'restyle', first_image: '{{photos}}' },
    ],
    output: 'toned',
  }
  const give = async (by: Browser, widths: number[]) => {
    const sent = []
    for (const width of widths) {
      const bytes = await encodePicture('png', width, 120)
      sent.push(await uploadTo(app.url, 'image', bytes, { browser: by }))
    }
    return sent.map(({ body }) => body)
  }

  test('makes a file of each, in their order, and the same again from what its page tells', async () => {
    const { id } = await publish(creator, photos)
    const buyer = new Visitor(app.url)
    const given = await give(buyer, [130, 140])
    const made = await remixNow(buyer, id, { user_inputs: { photos: given.map(({ url }) => url) } })
    expect(made.file_count).toBe(2)
    expect([made.media, ...(made.further_files ?? [])].map((file) => file?.width)).toEqual([
      130, 140,
    ])
    expect(made.user_inputs.photos).toMatchObject(given.map((file) => ({ id: file.id })))
    const again = await remixNow(buyer, id, { user_inputs: made.user_inputs })
    expect(again.file_count).toBe(2)
    const twice = await remixNow(buyer, id, { user_inputs: { photos: [given[0], given[0]] } })
    expect(twice.file_count).toBe(2)
  })

  test('shows its files to strangers as its owner says, and goes with the creation', async () => {
    const { id } = await publish(creator, photos)
    const [buyer, stranger] = [new Visitor(app.url), new Visitor(app.url)]
    const given = await give(buyer, [130, 140])
    const addresses = given.map(({ url }) => url)
    const made = await remixNow(buyer, id, { user_inputs: { photos: addresses }, public: true })
    expect((await view(stranger, made.id)).user_inputs).not.toHaveProperty('photos')
    expect(await statusesOf(stranger, addresses)).toEqual([404, 404])
    await buyer.call('PATCH', `/creations/${made.id}`, { share_inputs: true })
    expect((await view(stranger, made.id)).user_inputs.photos).toHaveLength(2)
    expect(await statusesOf(stranger, addresses)).toEqual([200, 200])
    await buyer.call('DELETE', `/creations/${made.id}`)
    expect(await statusesOf(stranger, addresses)).toEqual([404, 404])
  })

  test('refuses too many, too few, and the file of somebody else', async () => {
    const { id } = await publish(creator, photos)
    const [buyer, other] = [new Visitor(app.url), new Visitor(app.url)]
    const given = (await give(buyer, [130, 140, 150, 160])).map(({ url }) => url)
    const foreign = (await give(other, [130])).map(({ url }) => url)
    const refused = async (list: unknown) =>
      (await tryRemix(buyer, id, { user_inputs: { photos: list } })).body.error
    expect(await refused(given)).toBe('Photos: Maximum 3 file(s) allowed')
    expect(await refused(given[0])).toBe('Photos: Minimum 2 file(s) required')
    expect(await refused([])).toBe('Photos: This field is required')
    expect(await refused([given[0], ...foreign])).toBe(
      'Photos names no file of yours. Please upload it again.',
    )
  })
})
