import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterCard, idOf, publish } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const SCRIPT = fileURLToPath(new URL('../support/run_from_document.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
const run = promisify(execFile)

let app: TestApp
let token: string
let free: string
let priced: string
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: ({ prompt }) =>
      prompt?.includes('forever')
        ? Promise.resolve({
            state: 'running',
            operation: { id: 'endless' },
            checkAfterMs: 1_000_000,
          })
        : picture(),
  })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
  free = (await publish(creator)).id
  priced = (await publish(creator, { price: 300 })).id
  const owner = new Browser(app.url)
  await signIn(owner, 'owner@example.com')
  const made = await owner.json<{ token: string }>('/users/me/tokens', { body: { label: 'py' } })
  token = made.body.token
})
afterAll(() => app.close())

async function python(what: string, recipe: string) {
  const { stdout } = await run('python3', [SCRIPT, app.url, token, what, recipe])
  return JSON.parse(stdout) as Record<string, unknown>
}

describe.skipIf(!hasPython)('Python’s standard library, from the document alone,', () => {
  test('runs a free recipe and reads the file', async () => {
    expect(await python('free', free)).toMatchObject({ status: 'COMPLETED' })
    expect((await python('free', free))['bytes']).toBeGreaterThan(100)
  })

  test('is told where a person pays, and then runs the priced recipe', async () => {
    const { checkout_url } = await python('priced', priced)
    const link = String(checkout_url).split('#')[1]
    const payer = new Browser(app.url)
    const { body } = await payer.json<{ url: string }>('/payment/link/pay', {
      body: { token: link },
    })
    expect((await enterCard(body.url)).status).toBe(303)
    expect(await python('priced', priced)).toMatchObject({ status: 'COMPLETED' })
  })

  test('cancels a run', async () => {
    const { status, creation } = await python('cancel', free)
    expect([status, creation]).toEqual(['CANCELLED', null])
  })
})
