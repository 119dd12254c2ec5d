import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/create-test-database.ts'
import { type Issuer, startIssuer } from '../../test/support/issuer/start-issuer.ts'
import { type StripeStandIn, startStripe } from '../../test/support/money/start-stripe.ts'
import {
  type ComfyStandIn,
  startComfyStandIn,
} from '../../test/support/stand-ins/comfyui-stand-in.ts'
import { listenOnLoopback } from '../../test/support/stand-ins/listen-on-loopback.ts'
import { type SmtpStandIn, startSmtpStandIn } from '../../test/support/stand-ins/smtp-stand-in.ts'
import { newId } from '../platform/ids.ts'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import {
  type ObjectStore,
  startObjectStore,
} from '../platform/storage/test-support/start-object-store.ts'
import { settings } from '../schema/settings.ts'
import { runCommand } from './run-command.ts'
import { serverSecret } from './tables.ts'

const LOGIN = { user: 'post', pass: 'mail-geheim' }

let folder: string
let database: TestDatabase
let store: ObjectStore
let smtp: SmtpStandIn
let issuer: Issuer
let stripe: StripeStandIn
let comfy: ComfyStandIn
let env: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vignette-check-'))
  database = await createTestDatabase()
  store = await startObjectStore()
  smtp = await startSmtpStandIn({ login: LOGIN })
  issuer = await startIssuer()
  issuer.serve('http://127.0.0.1:4310')
  stripe = await startStripe()
  comfy = await startComfyStandIn()
  env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.connectionString,
    S3_BUCKET: store.options.bucket,
    S3_ENDPOINT: store.options.endpoint ?? '',
    S3_ACCESS_KEY_ID: 'tests',
    S3_SECRET_ACCESS_KEY: 'tests',
    SMTP_URL: smtp.url.replace('//', `//${LOGIN.user}:${LOGIN.pass}@`),
    MAIL_FROM: 'Vignette <post@example.org>',
    ...issuer.env,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
    STRIPE_API_URL: stripe.origin,
    COMFYUI_URL: comfy.origin,
    FAL_KEY: 'fal-key',
    FAL_API_URL: comfy.origin,
  }
})
afterAll(async () => {
  await Promise.all([store, smtp, issuer, stripe, comfy].map((each) => each.close()))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The address of a server that has just ended. */
async function findAway(): Promise<string> {
  const server = await listenOnLoopback(() => undefined)
  await server.close()
  return server.origin
}

/** The lines of `check`, without the times. */
async function check(given: Record<string, string>, ...words: string[]) {
  let text = ''
  const code = await runCommand(['check', ...words], {
    env: given,
    print: (line) => {
      text += line
    },
  })
  return {
    code,
    lines: text.split('\n').map((line) => line.replace(/ {2,}(?:\d+ ms {2,})?/g, ' | ')),
  }
}

test('each dependency that works has its line, and nothing is left behind', async () => {
  const { code, lines } = await check(env, '--to', 'ada@example.org')
  expect(lines).toEqual([
    expect.stringMatching(
      /^database \| ok \| PostgreSQL \d+ answers; no process has started with it$/,
    ),
    'bucket | ok | a file was written to the bucket vignette, read and deleted',
    'mail | ok | the mail server took a letter; look whether it arrives, and not as spam',
    expect.stringMatching(/^sign-in \| ok \| 127\.0\.0\.1:\d+ answers and takes the client$/),
    'payments | ok | Stripe takes the keys (test mode)',
    'payouts | ok | Stripe takes the key for transfers',
    'openai | not configured | OPENAI_API_KEY is not set',
    'google | not configured | GOOGLE_GENERATIVE_AI_API_KEY is not set',
    'fal | not tried | no call of it tells without cost whether it takes the key',
    'replicate | not configured | REPLICATE_API_TOKEN is not set',
    'comfyui | ok | ComfyUI 0.3.71 answers with NVIDIA GeForce RTX 4090, 0 in its queue',
    'Nothing failed.',
  ])
  expect(code).toBe(0)
  expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.org']])
  expect(stripe.requests).toEqual(['GET /v1/balance', 'GET /v1/transfers'])
  for await (const { key } of openS3Storage(store.options).list('')) expect(key).toBeUndefined()
  expect(comfy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /system_stats',
    'GET /queue',
  ])
})

test('what an admin set is tried too', async () => {
  const { COMFYUI_URL: value = '', ...rest } = env
  const row = { id: newId(), name: 'COMFYUI_URL', value, sealed: false, revision: 1 }
  await database.db.insert(settings).values({ ...row, changedAt: new Date() })
  const { lines } = await check(rest)
  await database.db.delete(settings)
  expect(lines).toContainEqual(expect.stringMatching(/^comfyui \| ok \|/))
})

test('each dependency that does not work says in a sentence what to do, and no secret', async () => {
  const { code, lines } = await check({
    ...env,
    DATABASE_URL: 'postgresql://vignette:db-geheim@127.0.0.1:1/vignette',
    S3_BUCKET: 'elsewhere',
    SMTP_URL: env['SMTP_URL']?.replace('mail-geheim', 'other-geheim') ?? '',
    OIDC_CLIENT_SECRET: 'geheim-of-another-client-0123456789',
    STRIPE_SECRET_KEY: 'sk_test_geheim',
    COMFYUI_URL: await findAway(),
  })
  expect(code).toBe(1)
  expect(lines).toEqual([
    'database | failed | DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.',
    'bucket | failed | There is no bucket elsewhere: make it, or correct S3_BUCKET and S3_ENDPOINT.',
    'mail | failed | The mail server 127.0.0.1 refuses the user and password of SMTP_URL (535): correct them; a sign such as @ or / in them is written in percent code.'.replace(
      '127.0.0.1',
      new URL(smtp.url).host,
    ),
    expect.stringMatching(
      /^sign-in \| failed \| .+ refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET \(invalid_client\): copy both again\.$/,
    ),
    'payments | failed | Stripe refuses STRIPE_SECRET_KEY (401): copy the key again from Stripe’s dashboard.',
    'payouts | failed | Stripe refuses STRIPE_SECRET_KEY (401): copy the key again from Stripe’s dashboard.',
    expect.stringMatching(/^openai \| not configured/),
    expect.stringMatching(/^google \| not configured/),
    expect.stringMatching(/^fal \| not tried/),
    expect.stringMatching(/^replicate \| not configured/),
    'comfyui | failed | No ComfyUI answers at COMFYUI_URL (ECONNREFUSED): look whether it runs with --listen, and at the address.',
    '7 of 11 failed.',
  ])
  expect(lines.join()).not.toContain('geheim')
})

test('servers that are away are told apart from servers that refuse', async () => {
  const away = await findAway()
  const { host } = new URL(away)
  const { code, lines } = await check({
    ...env,
    S3_ENDPOINT: away,
    SMTP_URL: `smtp://${host}`,
    OIDC_ISSUER: away,
    STRIPE_API_URL: away,
  })
  expect(code).toBe(1)
  expect(lines.filter((line) => line.includes('failed'))).toEqual([
    'bucket | failed | No file of the bucket vignette can be written (ECONNREFUSED): look at the store, S3_ENDPOINT and S3_FORCE_PATH_STYLE.',
    `mail | failed | The mail server ${host} cannot be used (ECONNREFUSED): look at host, port, and smtp:// or smtps:// in SMTP_URL.`,
    `sign-in | failed | The issuer ${host} gives no discovery document (ECONNREFUSED): look at OIDC_ISSUER, and whether this machine may call it.`,
    'payments | failed | Stripe does not tell the balance (ECONNREFUSED): look whether this machine may call api.stripe.com, and at Stripe’s page of incidents.',
    'payouts | failed | Stripe does not tell transfers (ECONNREFUSED): look whether this machine may call api.stripe.com, and at Stripe’s page of incidents.',
    '5 of 11 failed.',
  ])
})

test('a machine of one’s own has nothing that fails', async () => {
  const { code, lines } = await check({ DATA_DIR: join(folder, 'own') })
  expect(lines.slice(0, 6)).toEqual([
    'database | not configured | the first start makes one in DATA_DIR',
    'files | ok | a file was written to DATA_DIR/media, read and deleted',
    'mail | not configured | letters go to the development inbox at /dev/inbox; SMTP_URL and MAIL_FROM name a mail server',
    'sign-in | not configured | the development page signs in under any name; GOOGLE_CLIENT_ID or OIDC_ISSUER name an issuer',
    'payments | not configured | the sandbox takes test money; the STRIPE variables name an account',
    'payouts | not configured | the sandbox pays test money',
  ])
  expect(code).toBe(0)
})

test('a letter to an address is asked for only where it can be sent', async () => {
  const { code, lines } = await check({ DATA_DIR: join(folder, 'own') }, '--to', 'ada@example.org')
  expect([code, lines[2]]).toEqual([
    1,
    'mail | failed | No letter can be sent: set SMTP_URL and MAIL_FROM.',
  ])
  await expect(check(env, '--to', 'nobody')).rejects.toThrow('--to takes an e-mail address.')
})

test('keys of Stripe’s two modes are not taken together', async () => {
  const { lines } = await check({ ...env, STRIPE_PUBLISHABLE_KEY: 'pk_live_stand_in' })
  expect(lines[4]).toBe(
    'payments | failed | STRIPE_SECRET_KEY is of test mode and STRIPE_PUBLISHABLE_KEY of live mode: set both of one mode.',
  )
})

test('a secret that is not the database’s own is a fault of the database', async () => {
  const { db } = database
  await db.insert(serverSecret).values({ fingerprint: 'of another', since: new Date() })
  const { code, lines } = await check({ ...env, SECRET: 'a-secret-of-tests-with-32-characters' })
  expect(lines[0]).toMatch(/^database \| failed \| SECRET is not the one .+ cli -- secret replace/)
  expect(code).toBe(1)
})
