import type { CreationView } from '@vignette/contract/creations.ts'
import type { Provenance } from '@vignette/contract/media.ts'
import { sizeAddress } from '@vignette/contract/picture-sizes.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSigningKey } from '../../src/features/media/child/make-signing-key.ts'
import { signFile } from '../../src/features/media/child/sign.ts'
import { replaceKeyCommand } from '../../src/features/media/signing-key.ts'
import { sweepMedia } from '../../src/features/media/sweep-media.ts'
import { media, signingKeys } from '../../src/schema/media.ts'
import { auditLog } from '../../src/schema/moderation.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { buyProof, decide, publishProof } from '../support/money/proof-desk.ts'
import { readManifest, readStore } from '../support/read-manifest.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, film, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { uploadTo } from '../support/upload.ts'

const ALGORITHM = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'

/** What the generator hands over next, instead of a plain picture. */
let vendorFile: Buffer | undefined
let app: TestApp
let creator: Visitor
let pictures: string
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '0' },
    providers: [
      createScriptedProvider({
        start: async ({ functionType }) => {
          if (functionType === 'film') return film()
          if (!vendorFile) return picture('#336699', 2100, 900)
          const bytes = vendorFile
          vendorFile = undefined
          return { state: 'done', product: { from: 'bytes', kind: 'image', bytes } }
        },
      }),
    ],
  })
  creator = new Visitor(app.url)
  pictures = (
    await publish(creator, {
      name: 'Boats',
      license: 'cc-by',
      inputs: [
        { key: 'wish', type: 'text' },
        { key: 'photo', type: 'image', required: false },
      ],
    })
  ).id
})
afterAll(() => app.close())

const visitor = () => new Visitor(app.url)
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const provenance = async () => (await visitor().call<Provenance>('GET', '/provenance')).body
const fetchFile = (by: Visitor, url = '', headers = {}) => by.fetch(url, { headers })
const saysSigned = ({ headers }: Response) => headers.get('x-content-credentials')

async function readCreation(by: Visitor, { id }: { id: string }, query = '') {
  const answer = await fetchFile(by, `/api/v1/creations/${id}/download?${query}`)
  expect(saysSigned(answer)).toBe('signed')
  const [key] = (await provenance()).keys
  const type = answer.headers.get('content-type') ?? ''
  return readStore(type, await bytesOf(answer), key?.chain)
}

/** A photo that came with credentials of its own, as from a camera. */
async function signedPhoto(): Promise<Buffer> {
  const bytes = await sharp({
    create: { width: 190, height: 160, channels: 3, background: '#383' },
  })
    .jpeg()
    .toBuffer()
  const key = await makeSigningKey({ organisation: 'A camera', host: 'camera', now: new Date() })
  const action = {
    action: 'c2pa.created',
    digitalSourceType: `${ALGORITHM.replace('algorithmicMedia', 'digitalCapture')}`,
  }
  const manifest = {
    title: 'A photo',
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [action] } }],
  }
  const signed = await signFile({
    bytes,
    contentType: 'image/jpeg',
    manifest,
    ingredients: [],
    key,
  })
  return Buffer.from(signed.bytes)
}

const upload = async (by: Visitor, bytes: Buffer) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  const answer = await by.fetch('/api/v1/upload/image', { form })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; url: string }
}

test('a creation carries a manifest of its recipe, creator and licence, and neither its buyer nor their words', async () => {
  const fan = visitor()
  const made = await remixNow(fan, pictures, { user_inputs: { wish: 'my secret aunt' } })
  const store = await readCreation(fan, made)
  expect(store.validation_state).toBe('Trusted')
  const manifest = readManifest(store)
  expect(manifest.title).toBe('Boats')
  expect(manifest.assertions).toMatchObject([
    {
      label: 'c2pa.actions.v2',
      data: {
        actions: [
          {
            action: 'c2pa.created',
            digitalSourceType: ALGORITHM,
            description: expect.stringContaining('From the recipe “Boats”, version 1, by @'),
          },
        ],
      },
    },
    { data: { 'dc:title': 'Boats', 'xmpRights:UsageTerms': expect.stringContaining('CC BY 4.0') } },
  ])
  expect(JSON.stringify(store)).not.toMatch(/secret aunt|anon_/)
  const shown = await fan.call<CreationView>('GET', `/creations/${made.id}`)
  expect(shown.body.media?.signed).toBe(true)
})

test('a film carries one too', async () => {
  const fan = visitor()
  const { id: films } = await publish(creator, {
    output_type: 'mp4',
    steps: [{ id: 'draw', provider: 'local', function_type: 'film' }],
  })
  const store = await readCreation(fan, await remixNow(fan, films))
  expect(store.validation_state).toBe('Trusted')
})

test('a preview, another size and a PDF say that they are not signed; a part of the file says that it is', async () => {
  const fan = visitor()
  const made = await remixNow(fan, pictures, { public: true })
  const { body } = await fan.call<CreationView>('GET', `/creations/${made.id}`)
  const url = body.media?.url ?? ''
  const part = await fetchFile(fan, url, { range: 'bytes=0-99' })
  expect([part.status, saysSigned(part)]).toEqual([206, 'signed'])
  const preview = await fetchFile(fan, body.media?.preview_url ?? '')
  const size = await fetchFile(fan, sizeAddress(url, 640, 'webp'))
  const pdf = await fetchFile(fan, `/api/v1/creations/${made.id}/download?format=pdf`)
  for (const answer of [preview, size, pdf]) {
    expect([answer.status, saysSigned(answer)]).toEqual([200, 'none'])
    expect((await bytesOf(answer)).includes('jumdc2pa')).toBe(false)
  }
})

test('a photo with credentials and the creation that was remixed stay as ingredients', async () => {
  const fan = visitor()
  const origin = await remixNow(visitor(), pictures, { public: true })
  const photo = await upload(fan, await signedPhoto())
  const made = await remixNow(fan, pictures, {
    user_inputs: { wish: 'boat', photo: photo.url },
    made_from: origin.id,
  })
  const store = await readCreation(fan, made)
  expect(store.validation_state).toBe('Trusted')
  expect(Object.keys(store.manifests)).toHaveLength(3)
  expect(readManifest(store).ingredients).toMatchObject([
    { title: 'photo', relationship: 'inputTo', active_manifest: expect.any(String) },
    { relationship: 'inputTo', active_manifest: expect.any(String) },
  ])
  const issuers = Object.values(store.manifests).map(({ signature_info }) => signature_info?.issuer)
  expect(issuers).toHaveLength(3)
  expect(issuers).toEqual(expect.arrayContaining(['A camera', 'Vignette']))
})

test('a photo without credentials is no ingredient, and is kept once', async () => {
  const fan = visitor()
  const plain = await sharp({
    create: { width: 190, height: 160, channels: 3, background: '#383' },
  })
    .jpeg()
    .toBuffer()
  const photo = await upload(fan, plain)
  const made = await remixNow(fan, pictures, { user_inputs: { wish: 'boat', photo: photo.url } })
  expect(readManifest(await readCreation(fan, made)).ingredients ?? []).toEqual([])
  const [row] = await app.ctx.db.select().from(media).where(eq(media.id, photo.id))
  expect(row?.asSentKey).toBeNull()
})

test('what was sent with credentials is served to nobody, exported to its owner, and deleted with the file', async () => {
  const browser = new Browser(app.url)
  await signIn(browser, 'photos@example.com')
  const sent = await signedPhoto()
  const { body } = await uploadTo(app.url, 'image', sent, { browser, type: 'image/jpeg' })
  const [row] = await app.ctx.db.select().from(media).where(eq(media.id, body.id))
  const key = row?.asSentKey ?? ''
  expect((await app.ctx.storage.read(key)).equals(sent)).toBe(true)
  const guessed = body.url.replace(/\.jpg$/, '-as-sent.jpg')
  expect((await browser.fetch(guessed)).status).toBe(404)
  const served = Buffer.from(await (await browser.fetch(body.url)).arrayBuffer())
  expect(served.includes('jumdc2pa')).toBe(false)
  const zip = readZip(
    Buffer.from(await (await browser.fetch('/api/v1/users/me/export')).arrayBuffer()),
  )
  expect(zip.get(`files/${body.id}-as-sent.jpg`)?.equals(sent)).toBe(true)
  await app.ctx.db
    .update(media)
    .set({ deletedAt: new Date(0) })
    .where(eq(media.id, body.id))
  await sweepMedia.run(app.ctx)
  expect(await app.ctx.storage.stat(key)).toBeUndefined()
})

test('a vendor’s signed file is the parent of ours', async () => {
  const fan = visitor()
  vendorFile = await signedPhoto()
  const store = await readCreation(fan, await remixNow(fan, pictures))
  expect(store.validation_state).toBe('Trusted')
  const manifest = readManifest(store)
  expect(manifest.ingredients).toMatchObject([{ relationship: 'parentOf' }])
  expect(manifest.assertions[0]?.data).toMatchObject({
    actions: [
      { action: 'c2pa.opened' },
      { action: 'c2pa.transcoded', digitalSourceType: ALGORITHM },
    ],
  })
})

test('a proof is not signed, and the file that is kept is', async () => {
  const proofs = await publishProof(app)
  const sale = await buyProof(app, proofs)
  const { buyer, id } = sale
  const proof = await buyer.call<CreationView>('GET', `/creations/${id}`)
  expect(proof.body.media?.signed).toBe(false)
  await decide(sale, 'keep')
  const kept = await buyer.call<CreationView>('GET', `/creations/${id}`)
  expect(kept.body.media?.signed).toBe(true)
})

test('a file that cannot be signed is delivered, and the operator is told', async () => {
  const { children } = app.ctx
  const failing: typeof children = {
    ...children,
    run: (task, payload, options) =>
      task === 'signFile'
        ? Promise.reject(new Error('no signature today'))
        : children.run(task, payload, options),
  }
  app.ctx.children = failing
  try {
    const fan = visitor()
    const made = await remixNow(fan, pictures)
    const answer = await fetchFile(fan, `/api/v1/creations/${made.id}/download`)
    expect([answer.status, saysSigned(answer)]).toEqual([200, 'none'])
    const entries = await app.ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'left unsigned'))
    expect(entries).toMatchObject([{ actorId: null, subjectId: made.media?.id }])
  } finally {
    app.ctx.children = children
  }
})

test('a new key signs new files, and old files stay known', async () => {
  const fan = visitor()
  const before = await remixNow(fan, pictures)
  const old = (await provenance()).keys[0]
  await replaceKeyCommand.run(app.ctx, [])
  const { keys } = await provenance()
  expect(keys.filter(({ current }) => current)).toHaveLength(1)
  expect(keys[0]?.fingerprint).not.toBe(old?.fingerprint)
  expect(keys.map(({ fingerprint }) => fingerprint)).toContain(old?.fingerprint)
  expect((await readCreation(fan, await remixNow(fan, pictures))).validation_state).toBe('Trusted')
  const file = await bytesOf(await fetchFile(fan, `/api/v1/creations/${before.id}/download`))
  expect((await readStore('image/png', file, old?.chain)).validation_state).toBe('Trusted')
})

test('ten first files of two processes are signed by one key', async () => {
  const one = await startTestApp({ worker: false, env: UNLIMITED_RATES })
  const two = await startTestApp({ worker: false, env: UNLIMITED_RATES, beside: one })
  try {
    const asked = [one, two, one, two, one, two, one, two, one, two].map(({ url }) =>
      new Visitor(url).call<Provenance>('GET', '/provenance'),
    )
    const answers = await Promise.all(asked)
    const found = answers.map(({ body }) => body.keys.map(({ fingerprint }) => fingerprint))
    expect(new Set(found.flat()).size).toBe(1)
    expect(await one.ctx.db.select().from(signingKeys)).toHaveLength(1)
  } finally {
    await two.close()
    await one.close()
  }
})
