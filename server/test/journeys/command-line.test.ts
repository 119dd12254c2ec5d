import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEndpoints } from '../../src/schema/webhooks.ts'
import { DRAW, enterCard, idOf, publish, recipeFor } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture } from '../support/upload.ts'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/src/vignette.ts', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'vignette-cli-'))

let app: TestApp
let token: string
let free: string
let priced: string
let set: string
let proofed: string
let withPhoto: string
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
  })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
  free = (await publish(creator)).id
  priced = (await publish(creator, { price: 300 })).id
  set = (await publish(creator, { steps: [{ ...DRAW, count: 3 }] })).id
  proofed = (await publish(creator, { price: 300, proof: { draws: 2 } })).id
  withPhoto = (
    await publish(creator, {
      inputs: [{ key: 'photo', type: 'image' }],
      steps: [
        { id: 'draw', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' },
      ],
    })
  ).id
  const owner = new Browser(app.url)
  await signIn(owner, 'owner@example.com')
  const scopes = ['run', 'workflows:read', 'workflows:write', 'webhooks']
  const made = await owner.json<{ token: string }>('/users/me/tokens', {
    body: { label: 'shell', scopes },
  })
  token = made.body.token
})
afterAll(() => app.close())

interface Ended {
  code: number | null
  out: string
  told: string
}

interface Situation {
  env?: object
  input?: string
  /** Gets what the program says as it says it. */
  hears?: (told: string) => void
  /** Ends the program as Ctrl-C does. */
  signal?: AbortSignal
}

function vignette(
  words: string[],
  { env = {}, input = '', hears, signal }: Situation = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      cwd: folder,
      env: {
        ...process.env,
        XDG_CONFIG_HOME: folder,
        VIGNETTE_SITE: app.url,
        VIGNETTE_TOKEN: token,
        ...env,
      },
    })
    let [out, told] = ['', '']
    child.stdout.on('data', (text: Buffer) => (out += text))
    child.stderr.on('data', (text: Buffer) => {
      told += text
      hears?.(told)
    })
    signal?.addEventListener('abort', () => child.kill('SIGINT'))
    child.on('exit', (code) => resolve({ code, out: out.trim(), told }))
    child.stdin.end(input)
  })
}

/** Pays at the first address that the program names, once. */
function payer() {
  let paid = false
  return (told: string) => {
    const [, link] = /\/pay#(\S+)/.exec(told) ?? []
    if (!link || paid) return
    paid = true
    void new Browser(app.url)
      .json<{ url: string }>('/payment/link/pay', { body: { token: link } })
      .then(({ body }) => enterCard(body.url))
  }
}

test('a free recipe runs, and its picture is downloaded', async () => {
  const { code, out, told } = await vignette([
    'run',
    free,
    '--input',
    'wish=a boat',
    '--out',
    'made',
  ])
  expect([code, told]).toEqual([0, expect.stringContaining('COMPLETED')])
  expect((await sharp(path.join(folder, out)).metadata()).format).toBe('png')
})

test('each file of a set is downloaded', async () => {
  const { code, out } = await vignette(['run', set, '--input', 'wish=a boat', '--out', 'set'])
  expect(code).toBe(0)
  const files = out.split('\n')
  expect(files.map((file) => file.slice(-6))).toEqual(['-1.png', '-2.png', '-3.png'])
  for (const file of files) expect(statSync(path.join(folder, file)).size).toBeGreaterThan(100)
})

test('a file of the machine is uploaded', async () => {
  writeFileSync(path.join(folder, 'me.png'), await encodePicture('png', 300, 300))
  const { code, out } = await vignette(['run', withPhoto, '--file', 'photo=me.png'])
  expect(code).toBe(0)
  expect(statSync(path.join(folder, out)).size).toBeGreaterThan(100)
  const missing = await vignette(['run', withPhoto, '--file', 'photo=you.png'])
  expect([missing.code, missing.told]).toEqual([1, 'you.png cannot be read.\n'])
})

test('a priced recipe names where a person pays, waits, and runs once', async () => {
  const words = ['run', priced, '--input', 'wish=a boat', '--out', 'bought']
  const { code, out, told } = await vignette(words, { hears: payer() })
  expect([code, told]).toEqual([0, expect.stringContaining('To be paid, 3.00 USD')])
  expect(statSync(path.join(folder, out)).size).toBeGreaterThan(100)
})

test('it ends where it is not to wait, and goes on with the same key', async () => {
  const words = ['run', priced, '--input', 'wish=a kite', '--key', 'order-9']
  let link = ''
  const asked = await vignette([...words, '--no-wait'], {
    hears: (told) => (link = /\/pay#(\S+)/.exec(told)?.[1] ?? ''),
  })
  expect(asked.code).toBe(2)
  const { body } = await new Browser(app.url).json<{ url: string }>('/payment/link/pay', {
    body: { token: link },
  })
  await enterCard(body.url)
  const first = await vignette([...words, '--no-wait'])
  expect(first.code).toBe(0)
  expect((await vignette([...words, '--no-wait'])).out).toBe(first.out)
})

test('a proof is told, and kept where that was asked for', async () => {
  const words = ['run', proofed, '--input', 'wish=a boat']
  const shown = await vignette(words, { hears: payer() })
  expect([shown.code, shown.told]).toEqual([0, expect.stringContaining('A proof: keep or decline')])
  const kept = await vignette([...words, '--keep', '--out', 'kept'], { hears: payer() })
  expect(kept.code).toBe(0)
  expect(statSync(path.join(folder, kept.out)).size).toBeGreaterThan(100)
})

test('a document is published, read and published again', async () => {
  const { user_id: _user, ...document } = recipeFor('', { name: 'From a shell' })
  const file = path.join(folder, 'recipe.json')
  writeFileSync(file, JSON.stringify(document))
  const pushed = await vignette(['workflows', 'push', 'recipe.json'])
  expect([pushed.code, pushed.told]).toEqual([
    0,
    expect.stringContaining('Published “From a shell”'),
  ])
  expect((await vignette(['workflows', 'list'])).out).toContain(
    `${pushed.out}     0.00  From a shell`,
  )
  await vignette(['workflows', 'pull', pushed.out, 'recipe.json'])
  const pulled = JSON.parse(readFileSync(file, 'utf8')) as { name: string }
  writeFileSync(file, JSON.stringify({ ...pulled, name: 'Renamed' }))
  const again = await vignette(['workflows', 'push', 'recipe.json', pushed.out])
  expect([again.out, again.told]).toEqual([pushed.out, expect.stringContaining('“Renamed”')])
  writeFileSync(file, JSON.stringify({ ...document, steps: [] }))
  const refused = await vignette(['workflows', 'push', 'recipe.json'])
  expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('steps')])
})

test('a login is checked, kept for its owner alone, and used', async () => {
  const env = { VIGNETTE_SITE: '', VIGNETTE_TOKEN: '' }
  expect((await vignette(['workflows', 'list'], { env })).told).toBe(
    'Log in first: vignette login SITE\n',
  )
  const wrong = await vignette(['login', app.url], { env, input: 'nonsense\n' })
  expect(wrong.code).toBe(1)
  const login = await vignette(['login', app.url], { env, input: `${token}\n` })
  expect([login.code, login.told]).toEqual([0, expect.stringContaining('Logged in')])
  expect(statSync(path.join(folder, 'vignette/account.json')).mode & 0o777).toBe(0o600)
  expect((await vignette(['workflows', 'list'], { env })).code).toBe(0)
})

test('webhooks are heard, verified and sent on, and the webhook goes with the program', async () => {
  const heard: { id: string | undefined; body: string }[] = []
  const local = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part))
    request.on('end', () => {
      heard.push({ id: request.headers['webhook-id'] as string, body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve))
  const { port } = local.address() as AddressInfo
  const child = new AbortController()
  const forged: Promise<Response>[] = []
  const listening = vignette(
    [
      'webhooks',
      'listen',
      '--forward',
      `http://127.0.0.1:${port}/`,
      '--events',
      'creation.completed',
    ],
    {
      signal: child.signal,
      hears: (told) => {
        const [, address] = /Listening at (\S+)/.exec(told) ?? []
        if (!address || forged.length > 0) return
        forged.push(fetch(address, { method: 'POST', body: '{}' }))
        void vignette(['run', free, '--input', 'wish=a boat'])
      },
    },
  )
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(1)
  expect((await forged[0])?.status).toBe(400)
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ type: 'creation.completed' })
  child.abort()
  const { code, out } = await listening
  expect([code, out]).toEqual([0, heard[0]?.body])
  expect(await app.ctx.db.$count(webhookEndpoints)).toBe(0)
  local.close()
})

test('what is not understood ends with a sentence', async () => {
  for (const [words, sentence] of [
    [['fly'], 'There is no command "fly". See: vignette help'],
    [['run'], 'run needs ID. See: vignette help'],
    [['run', free, '--input', 'wish'], '"wish" is no KEY=VALUE.'],
    [['jobs', 'watch', '018f0000-0000-7000-8000-000000000001'], 'There is no such job.'],
  ] as const) {
    const { code, told } = await vignette([...words])
    expect([code, told]).toEqual([1, expect.stringContaining(sentence)])
  }
})
