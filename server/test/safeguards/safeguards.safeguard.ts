import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { API_BASE } from '@vignette/contract/paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComfyUiProvider } from '../../src/providers/generation/comfyui/create-comfyui-provider.ts'
import { createFalProvider } from '../../src/providers/generation/fal/create-fal-provider.ts'
import { createGoogleProvider } from '../../src/providers/generation/google/create-google-provider.ts'
import { createOpenAIProvider } from '../../src/providers/generation/openai/create-openai-provider.ts'
import { createReplicateProvider } from '../../src/providers/generation/replicate/create-replicate-provider.ts'
import { payments } from '../../src/schema/payments.ts'
import { enterAs } from '../support/accounts.ts'
import { ended, idOf, openCheckout, pay, publish, type Refusal, remix } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { type Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { scorePictures } from '../support/moderation.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startComfyStandIn } from '../support/stand-ins/comfyui-stand-in.ts'
import { startFalStandIn } from '../support/stand-ins/fal-stand-in.ts'
import { startGoogleStandIn } from '../support/stand-ins/google-stand-in.ts'
import { startOpenAIStandIn } from '../support/stand-ins/openai-stand-in.ts'
import { startReplicateStandIn } from '../support/stand-ins/replicate-stand-in.ts'
import type { StandIn } from '../support/stand-ins/vendor-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

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

/** What the scripted check sees in the next pictures: its likeness to pornography. */
let score = 0
let app: TestApp
let stands: Record<string, StandIn>
let recipes: Record<string, string>
const rows: string[][] = []

beforeAll(async () => {
  const [openai, google, replicate, comfyui] = await Promise.all([
    startOpenAIStandIn(),
    startGoogleStandIn(),
    startReplicateStandIn(),
    startComfyStandIn(),
  ])
  let origin = ''
  const fal = await startFalStandIn(() => origin, { picture: await encodePicture('png', 256, 256) })
  origin = fal.origin
  stands = { openai, google, fal, replicate, comfyui }
  const apiKey = 'test-key'
  app = await startTestApp({
    // A worker would ask the stand-ins for their lists of models, which they do not have.
    worker: false,
    env: { ...UNLIMITED_RATES, FAL_KEY: apiKey, FAL_API_URL: fal.origin },
    providers: [
      createOpenAIProvider({ apiKey, baseUrl: `${openai.origin}/v1` }),
      createGoogleProvider({ apiKey, baseUrl: `${google.origin}/v1beta` }),
      createFalProvider({ apiKey, baseUrl: fal.origin, queueUrl: fal.origin }),
      createReplicateProvider({
        apiKey,
        baseUrl: `${replicate.origin}/v1`,
        files: [{ from: DELIVERY, to: replicate.origin }],
        checkAfterMs: 12,
      }),
      createComfyUiProvider({
        servers: [{ name: 'one', url: comfyui.origin, allowedOrigins: [comfyui.origin] }],
      }),
      createScriptedProvider({ start: () => picture() }),
    ],
    change: (ctx) => scorePictures(ctx, () => score),
  })
  const creator = await enterAs(app, 'safeguards@example.com')
  await approve(app.ctx, await idOf(creator))
  recipes = {}
  for (const provider of ['openai', 'google', 'fal', 'replicate']) {
    const step = { id: 'make', provider, function_type: 'text_to_image', prompt: 'A {{wish}}' }
    recipes[provider] = await sell(creator, { steps: [step], output: 'make' })
  }
  recipes['comfyui'] = await sell(creator, await importGraph(creator))
  recipes['local'] = await sell(creator, {})
})
afterAll(async () => {
  await app.close()
  await Promise.all(Object.values(stands).map((stand) => stand.close()))
})

const sell = async (creator: Browser, change: object) =>
  (await publish(creator, { ...change, price: 500, cost: 100 })).id

/** Words through the smallest graph of ComfyUI. */
async function importGraph(creator: Browser): Promise<object> {
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

test('forbidden words are refused at every provider before any payment and any call', async () => {
  const fan = new Visitor(app.url)
  const before = asked()
  for (const [provider, id] of Object.entries(recipes)) {
    for (const [kind, words] of Object.entries(KINDS)) {
      const prompts = FORBIDDEN.filter((one) => one.kind === kind)
      const passed: string[] = []
      for (const { prompt } of prompts) {
        const user_inputs = { [keyOf(provider)]: prompt }
        const { body } = await openCheckout(fan, id, { user_inputs })
        if ((body as unknown as Refusal).code !== 'content_refused') passed.push(prompt)
      }
      expect({ provider, kind, passed }).toEqual({ provider, kind, passed: [] })
      rows.push([
        words,
        provider === 'local' ? 'scripted, in the place of local' : provider,
        `${prompts.length} of ${prompts.length} refused before payment`,
      ])
    }
  }
  expect(await app.ctx.db.$count(payments)).toBe(0)
  expect(asked()).toBe(before)
})

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

test('a picture that scores as pornography is neither taken as an upload nor delivered or charged', async () => {
  const fan = new Visitor(app.url)
  score = 1
  const upload = await uploadTo(app.url, 'image', await encodePicture('png', 200, 150), {
    browser: fan,
  })
  expect(upload.body).toMatchObject({ code: 'content_refused' })
  rows.push(['a drawn upload whose score is set to 1', 'none is asked', 'refused'])
  // The check stands behind every provider alike, so that one is enough.
  app.startWorker()
  const user_inputs = { wish: 'a boat at night' }
  const id = recipes['local'] ?? ''
  const session_id = await pay(fan, id, { user_inputs })
  const started = await remix(fan, id, { session_id, user_inputs })
  expect((await ended(fan, started.body.job_id)).status).toBe('FAILED')
  const states = await app.ctx.db.select().from(payments)
  expect(states.filter(({ captured, creationId }) => captured > 0 || creationId)).toEqual([])
  rows.push([
    'a made picture whose score is set to 1',
    'scripted, in the place of local',
    'not delivered, not charged',
  ])
})

afterAll(() => {
  const file = process.env['SAFEGUARDS_REPORT']
  const head = ['what was asked for', 'provider', 'what happened']
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const text = [
    `# Safeguards, tried on ${new Date().toISOString().slice(0, 10)}`,
    `${FORBIDDEN.length} written prompts of forbidden kinds went to the checkout of a priced recipe at a stand-in of each provider, and ${ORDINARY.length} ordinary ones at one of them. Refused means: by the words alone, before a payment was written and before a vendor was called.`,
    'The pictures are drawn by code and show nothing; what the model would score is set to 1 for them, so that the report says what the server does with such a score, and not how well the model scores. The prompts were written by those who wrote the rules: that none passes says that nothing known is wrong. This is a record of what was tried, and no claim that everything forbidden is found.',
    table.join('\n'),
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (!file) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${text}\n`)
})
