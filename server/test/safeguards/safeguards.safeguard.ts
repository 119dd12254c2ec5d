import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CONTENT_POLICIES } from '@vignette/contract/content-policy.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runTakeCopies } from '../../src/features/claims/take-copies.ts'
import { checkPictures } from '../../src/features/moderation/index.ts'
import { createComfyUiProvider } from '../../src/providers/generation/comfyui/create-comfyui-provider.ts'
import { createFalProvider } from '../../src/providers/generation/fal/create-fal-provider.ts'
import { createGoogleProvider } from '../../src/providers/generation/google/create-google-provider.ts'
import { createOpenAIProvider } from '../../src/providers/generation/openai/create-openai-provider.ts'
import { createReplicateProvider } from '../../src/providers/generation/replicate/create-replicate-provider.ts'
import { claims } from '../../src/schema/claims.ts'
import { payments } from '../../src/schema/payments.ts'
import { enterAs } from '../support/accounts.ts'
import {
  ended,
  idOf,
  openCheckout,
  pay,
  publish,
  type Refusal,
  remix,
  remixNow,
} from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { type Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { newPerson, scorePictures } from '../support/moderation.ts'
import { createScriptedProvider } from '../support/scripted-provider.ts'
import { startComfyStandIn } from '../support/stand-ins/comfyui-stand-in.ts'
import { startFalStandIn } from '../support/stand-ins/fal-stand-in.ts'
import { startGoogleStandIn } from '../support/stand-ins/google-stand-in.ts'
import { startOpenAIStandIn } from '../support/stand-ins/openai-stand-in.ts'
import { startReplicateStandIn } from '../support/stand-ins/replicate-stand-in.ts'
import type { OwnFiles, StandIn } from '../support/stand-ins/vendor-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

const FAL_FILES = 'https://v3.fal.media'
const DELIVERY = 'https://replicate.delivery'
const corpus = (name: string) =>
  readFileSync(new URL(`../../src/features/moderation/corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
const FORBIDDEN = corpus('bad').map((line) => {
  const [kind = '', prompt = ''] = line.split('\t')
  return { kind, prompt }
})
const ORDINARY = [...corpus('good'), ...corpus('names')].slice(0, 200)

/** What a site with adult content refuses besides: the corpus names its kinds likewise. */
const FORBIDDEN_TOO = corpus('adult').flatMap((line) => {
  const [kind = '', prompt = ''] = line.split('\t')
  return kind === 'allowed' ? [] : [{ kind, prompt }]
})

const KINDS: Record<string, string> = {
  minors: 'sexual content with minors',
  non_consensual: 'intimate pictures of real people without their consent',
  impersonation: 'likeness and papers for fraud and false events',
  sexual: 'pornography',
  violence: 'cruelty and attacks',
  hate: 'hatred of groups',
  self_harm: 'self-harm',
  illegal: 'weapons, drugs, forgery and trafficking',
}

/**
 * One drawing for each kind, of plain shapes: none shows what is forbidden. Skin is a colour here, a child a
 * figure with a ball, an attack a figure with red on it.
 */
const skin = '#d9a383'
const figure = (x: number, colour: string, more = '') =>
  `<g fill="${colour}"><circle cx="${x}" cy="90" r="24"/><rect x="${x - 26}" y="118" width="52" height="84" rx="22"/><rect x="${x - 22}" y="190" width="18" height="58" rx="9"/><rect x="${x + 4}" y="190" width="18" height="58" rx="9"/></g>${more}`
const DRAWINGS: Record<string, string> = {
  minors: `${figure(120, '#4a7fb5')}<circle cx="190" cy="236" r="14" fill="#d33"/><path d="M20 250h216" stroke="#693" stroke-width="8"/>`,
  non_consensual: `<rect width="256" height="256" fill="#111"/><ellipse cx="128" cy="110" rx="60" ry="60" fill="#eda"/><path d="M98 150h60l20 90h-100z" fill="#eda"/>${figure(128, '#456')}`,
  impersonation: `<rect x="16" y="56" width="224" height="144" rx="10" fill="#cde"/><text x="28" y="84" font-size="20">PASSPORT</text><rect x="28" y="96" width="64" height="84" fill="#999"/><path d="M110 112h110M110 132h90M110 152h100" stroke="#345" stroke-width="6"/>`,
  sexual: `<rect width="256" height="256" fill="#7a4b3a"/>${figure(96, skin)}${figure(160, '#e8b998')}`,
  violence: `${figure(128, '#567')}<path d="M110 130l40 60M150 126l-36 70" stroke="#b00" stroke-width="10"/><circle cx="170" cy="230" r="20" fill="#b00"/>`,
  hate: `<rect width="256" height="256" fill="#222"/><text x="38" y="150" font-size="64" fill="#e33" font-weight="bold">HATE</text>${figure(60, '#555')}${figure(196, '#555')}`,
  self_harm: `<path d="M128 0v90" stroke="#a84" stroke-width="10"/><ellipse cx="128" cy="126" rx="28" ry="38" fill="none" stroke="#a84" stroke-width="10"/>`,
  illegal: `<path d="M40 90h150v34h-90l-14 90h-40l16-90h-22z" fill="#333"/><text x="120" y="220" font-size="26">SALE</text>`,
}
const drawing = (kind: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 256 256"><rect width="256" height="256" fill="#f4efe6"/>${DRAWINGS[kind]}</svg>`,
    ),
  )
    .png()
    .toBuffer()

/** What the stand-ins and the script make next. */
const files: OwnFiles = {}
/** What the scripted check sees in the next pictures, its likeness to pornography; the model's own word without it. */
let score: number | undefined
let app: TestApp
let stands: Record<string, StandIn>
let recipes: Record<string, string>
let creator: Browser
const rows: string[][] = []

beforeAll(async () => {
  const [openai, google, replicate, comfyui] = await Promise.all([
    startOpenAIStandIn(files),
    startGoogleStandIn(files),
    startReplicateStandIn(files),
    startComfyStandIn({ files }),
  ])
  files.picture = await encodePicture('png', 256, 256)
  replicate.become({ status: 'succeeded', output: [`${DELIVERY}/files/picture.png`] })
  const fal = await startFalStandIn(() => FAL_FILES, files)
  stands = { openai, google, fal, replicate, comfyui }
  const apiKey = 'test-key'
  app = await startTestApp({
    // A worker would ask the stand-ins for their lists of models, which they do not have.
    worker: false,
    env: {
      ...UNLIMITED_RATES,
      FAL_KEY: apiKey,
      FAL_API_URL: fal.origin,
      COMFYUI_URL: comfyui.origin,
    },
    providers: [
      createOpenAIProvider({ apiKey, baseUrl: `${openai.origin}/v1` }),
      createGoogleProvider({ apiKey, baseUrl: `${google.origin}/v1beta` }),
      createFalProvider({
        apiKey,
        baseUrl: fal.origin,
        queueUrl: fal.origin,
        files: [{ from: FAL_FILES, to: fal.origin }],
      }),
      createReplicateProvider({
        apiKey,
        baseUrl: `${replicate.origin}/v1`,
        files: [{ from: DELIVERY, to: replicate.origin }],
        checkAfterMs: 12,
      }),
      createComfyUiProvider({
        servers: [{ name: 'one', url: comfyui.origin, allowedOrigins: [comfyui.origin] }],
      }),
      createScriptedProvider({ start: makePicture }),
    ],
    change: (ctx) => scorePictures(ctx, () => score),
  })
  creator = await enterAs(app, 'safeguards@example.com')
  await approve(app.ctx, await idOf(creator))
  recipes = await sellEverywhere()
})
afterAll(async () => {
  await app.close()
  await Promise.all(Object.values(stands).map((stand) => stand.close()))
})

const makePicture = async () => ({
  state: 'done' as const,
  product: { from: 'bytes' as const, kind: 'image' as const, bytes: files.picture ?? NO_PICTURE },
})
const NO_PICTURE = Buffer.alloc(0)

/** A priced recipe of each provider. */
async function sellEverywhere(): Promise<Record<string, string>> {
  const sold: Record<string, string> = {}
  for (const provider of ['openai', 'google', 'fal', 'replicate']) {
    const step = { id: 'make', provider, function_type: 'text_to_image', prompt: 'A {{wish}}' }
    sold[provider] = await sell({ steps: [step], output: 'make' })
  }
  sold['comfyui'] = await sell(await importGraph())
  sold['local'] = await sell({})
  return sold
}

const sell = async (change: object) =>
  (await publish(creator, { ...change, price: 500, cost: 100 })).id

/** Words through the smallest graph of ComfyUI. */
async function importGraph(): Promise<object> {
  const graph = {
    '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
    '2': { class_type: 'CLIPTextEncode', inputs: { text: 'a harbour in oil', clip: ['1', 1] } },
    '3': { class_type: 'CLIPTextEncode', inputs: { text: 'dull', clip: ['1', 1] } },
    '4': { class_type: 'EmptyLatentImage', inputs: { width: 256, height: 256, batch_size: 1 } },
    '5': {
      class_type: 'KSampler',
      inputs: {
        model: ['1', 0],
        seed: 41,
        steps: 2,
        cfg: 7,
        sampler_name: 'euler',
        scheduler: 'normal',
        positive: ['2', 0],
        negative: ['3', 0],
        latent_image: ['4', 0],
        denoise: 1,
      },
    },
    '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    '7': { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'one' } },
  }
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${app.url}${API_BASE}/workflows/import?name=Harbour`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/json',
      'x-csrf-token': creator.cookies.get('csrf_token') ?? '',
    },
    body: JSON.stringify(graph),
  })
  return ((await answer.json()) as { document: object }).document
}

const asked = () => Object.values(stands).reduce((sum, stand) => sum + starts(stand), 0)
/** Calls that make something; a look at what a server has is none. */
const starts = ({ seen }: StandIn) => seen.filter(({ method }) => method === 'POST').length
const keyOf = (provider: string) => (provider === 'comfyui' ? 'words' : 'wish')

test.each(CONTENT_POLICIES)(
  'under the policy %s forbidden words are refused at every provider before any payment and any call',
  async (policy) => {
    const isAdult = policy === 'adult'
    Object.assign(app.ctx.config, { CONTENT_POLICY: policy, MINIMUM_AGE: isAdult ? 18 : 16 })
    const forbidden = isAdult
      ? [...FORBIDDEN.filter(({ kind }) => kind !== 'sexual'), ...FORBIDDEN_TOO]
      : FORBIDDEN
    const fan = new Visitor(app.url)
    const before = [asked(), await app.ctx.db.$count(payments)]
    for (const [provider, id] of Object.entries(recipes)) {
      for (const [kind, words] of Object.entries(KINDS)) {
        const prompts = forbidden.filter((one) => one.kind === kind)
        const passed: string[] = []
        for (const { prompt } of prompts) {
          const user_inputs = { [keyOf(provider)]: prompt }
          const { body } = await openCheckout(fan, id, { user_inputs })
          if ((body as unknown as Refusal).code !== 'content_refused') passed.push(prompt)
        }
        expect(prompts.length).toBeGreaterThan(3)
        expect({ provider, kind, passed }).toEqual({ provider, kind, passed: [] })
        const what = isAdult && kind === 'sexual' ? 'what no adult may be shown in' : words
        note(
          `${what} (${policy})`,
          provider,
          `${prompts.length} of ${prompts.length} refused before payment`,
        )
      }
    }
    expect([asked(), await app.ctx.db.$count(payments)]).toEqual(before)
    Object.assign(app.ctx.config, { CONTENT_POLICY: 'general', MINIMUM_AGE: 16 })
  },
)

test('two hundred ordinary prompts and names pass', async () => {
  const fan = new Visitor(app.url)
  const refused: string[] = []
  for (const wish of ORDINARY) {
    const { status } = await openCheckout(fan, recipes['openai'] ?? '', { user_inputs: { wish } })
    if (status !== 200) refused.push(wish)
  }
  expect(ORDINARY).toHaveLength(200)
  expect(refused).toEqual([])
  rows.push(['ordinary prompts and names', 'openai', '200 of 200 pass'])
})

const note = (what: string, provider: string, happened: string) =>
  rows.push([what, provider === 'local' ? 'scripted, in the place of local' : provider, happened])

const uploadAs = async (fan: Visitor, bytes: Buffer) =>
  (await uploadTo(app.url, 'image', bytes, { browser: fan })).body

/** A paid run that makes `files.picture`; the vendor is asked once, and nothing is delivered, kept or charged. */
async function expectRefusedRun(
  fan: Visitor,
  [provider, id]: [string, string],
  why: RegExp,
): Promise<void> {
  const user_inputs = { [keyOf(provider)]: 'a boat at night' }
  const session_id = await pay(fan, id, { user_inputs })
  const started = await remix(fan, id, { session_id, user_inputs })
  const job = await ended(fan, started.body.job_id)
  expect({ provider, status: job.status, why: job.error?.message }).toMatchObject({
    provider,
    status: 'FAILED',
    why: expect.stringMatching(why),
  })
  const [payment] = await app.ctx.db
    .select()
    .from(payments)
    .where(eq(payments.sessionId, session_id))
  expect(payment).toMatchObject({ captured: 0, creationId: null, state: 'authorized' })
}

describe('pictures', () => {
  beforeAll(() => {
    app.startWorker()
  })
  afterEach(() => {
    score = undefined
  })

  test('the model’s own word about each drawing decides about the upload', async () => {
    const fan = new Visitor(app.url)
    for (const [kind, words] of Object.entries(KINDS)) {
      const bytes = await drawing(kind)
      const { decision, score: seen } = await checkPictures(app.ctx, [bytes])
      const { code } = await uploadAs(fan, bytes)
      expect({ kind, code }).toEqual({
        kind,
        code: decision === 'refuse' ? 'content_refused' : undefined,
      })
      note(
        `a drawing for ${words}, as an upload, by the model alone`,
        'none is asked',
        `${decision === 'allow' ? 'not seen, taken' : decision === 'review' ? 'taken, and waits for a person before it may be public' : 'refused'} (likeness ${seen.toFixed(2)})`,
      )
    }
  })

  test.each(Object.keys(KINDS))(
    'a drawing for %s that the check refuses is neither taken nor delivered nor charged, at no provider',
    async (kind) => {
      const fan = new Visitor(app.url)
      const bytes = await drawing(kind)
      score = 1
      files.picture = bytes
      expect(await uploadAs(fan, bytes)).toMatchObject({ code: 'content_refused' })
      note(
        `a drawing for ${KINDS[kind]}, as an upload, its score set to 1`,
        'none is asked',
        'refused',
      )
      // Of recipes whose runs fail, no more are sold: each picture has its own.
      for (const [provider, id] of Object.entries(await sellEverywhere())) {
        await expectRefusedRun(fan, [provider, id], /not allowed here.+nothing was charged/)
        note(
          `a drawing for ${KINDS[kind]}, as the result, its score set to 1`,
          provider,
          'not delivered, not charged',
        )
      }
    },
  )

  test('a copy of what was taken down is neither taken nor delivered nor charged, at no provider', async () => {
    const original = await drawing('sexual')
    files.picture = original
    const { id } = await remixNow(new Visitor(app.url), (await publish(creator)).id, {
      public: true,
    })
    const form = {
      places: `${app.url}/creations/${id}`,
      work: 'A picture of me',
      reason: 'I did not agree',
      contact: 'Main Street 1',
      email: 'claimant@example.com',
      signature: 'Ada Lovelace',
      sworn0: 'yes',
      sworn1: 'yes',
    }
    const filed = await fetch(`${app.url}/claims?kind=intimate`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    expect(filed.status).toBe(303)
    const [claim] = await app.ctx.db.select({ id: claims.id }).from(claims)
    const admin = await newPerson(app, 'admin@example.com', true)
    const decided = await admin.browser.json(`/admin/claims/${claim?.id}/decision`, {
      body: { action: 'take_down', statement: 'Intimate.' },
    })
    expect(decided.status).toBe(200)
    await runTakeCopies(app.ctx, { claimId: claim?.id ?? '' })
    const fan = new Visitor(app.url)
    files.picture = await sharp(original)
      .flop()
      .resize({ width: 256 })
      .jpeg({ quality: 40 })
      .toBuffer()
    expect(await uploadAs(fan, files.picture)).toMatchObject({ code: 'content_refused' })
    note(
      'a mirrored, smaller copy of what was taken down, as an upload',
      'none is asked',
      'refused',
    )
    // Of recipes whose runs fail, no more are sold: each picture has its own.
    for (const [provider, id] of Object.entries(await sellEverywhere())) {
      await expectRefusedRun(
        fan,
        [provider, id],
        /copy of a picture that was taken down.+nothing was charged/,
      )
      note(
        'a mirrored, smaller copy of what was taken down, as the result',
        provider,
        'not delivered, not charged',
      )
    }
  })

  test('no vendor was sent a switch of its own filter', () => {
    const sent = Object.values(stands).flatMap(({ seen }) =>
      seen.map(({ body }) => body.toString()),
    )
    expect(sent.length).toBeGreaterThan(30)
    expect(sent.filter((body) => /safety|moderation|nsfw/i.test(body))).toEqual([])
    note(
      'a switch of the vendor’s own filter in what was sent',
      'all',
      `none in ${sent.length} calls`,
    )
  })
})

afterAll(() => {
  const file = process.env['SAFEGUARDS_REPORT']
  const head = ['what was asked for', 'provider', 'what happened']
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const text = [
    `# Safeguards, tried on ${new Date().toISOString().slice(0, 10)}`,
    `${FORBIDDEN.length} written prompts of forbidden kinds went to the checkout of a priced recipe at a stand-in of each provider, ${FORBIDDEN.filter(({ kind }) => kind !== 'sexual').length + FORBIDDEN_TOO.length} under the policy with adult content, and ${ORDINARY.length} ordinary ones at one of them. Refused means: by the words alone, before a payment was written and before a vendor was called.`,
    'The pictures are plain shapes drawn by code and show nothing forbidden. What the model itself says of them stands in the table: it scores likeness to pornography alone, and knows no age, no person, no consent, no violence, hatred, weapon, paper or lettering. Where the score is set to 1, the report says what the server does with such a score at each provider, and not how well the model scores. A copy of what was taken down is known by the server’s own comparison, without a script.',
    '**Not judged here:** how well the model finds real pornography, whether vendors’ own filters work (the stand-ins have none), films and sounds, prompts in other languages than English, real photographs, the local studio (a script stands in its place), lists of known pictures under contract. The prompts were written by those who wrote the rules: that none passes says that nothing known is wrong. This is a record of what was tried, and no claim that everything forbidden is found.',
    table.join('\n'),
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (!file) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${text}\n`)
})
