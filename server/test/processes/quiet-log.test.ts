import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProcess } from '../faults/support/start-process.ts'
import { aPicture } from '../support/access/world.ts'
import { idOf, pay, publish, tryRemix } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { createTestDatabase } from '../support/create-test-database.ts'

const ENDLESS = 50_000_000
const WISH = 'a quiet xylophonist by the harbour'
const CARD = '4242424242424242'

test("the log of a whole journey at its most verbose level holds no secret and no user's text", {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'vignette-log-'))
  const server = await startProcess(
    'all',
    {
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      SEED: 'false',
      PORT: '0',
    },
    ENDLESS,
  )
  const secrets = new Set<string>([WISH, 'xylophonist', 'pipe bomb', CARD])
  const remember = (browser: Browser) => {
    for (const value of browser.cookies.values()) secrets.add(value)
  }
  try {
    const visitor = new Browser(server.url)
    const anonymousId = 'anon_0123456789abcdef01234567'
    secrets.add(anonymousId)
    await idOf(visitor, anonymousId)
    remember(visitor)
    await visitor.json('/waitlist', { body: { email: 'wanda@example.com', name: 'Wanda' } })
    secrets.add('wanda@example.com').add('Wanda')

    const creator = new Browser(server.url)
    await signIn(creator, 'cleo@example.com')
    secrets.add('cleo@example.com')
    remember(creator)
    const recipe = await publish(creator, {
      price: 300,
      steps: [
        {
          id: 'draw',
          provider: 'local',
          function_type: 'text_to_image',
          prompt: 'Secretsauce {{wish}}',
        },
      ],
    })
    secrets.add('Secretsauce')
    const token = await creator.json<{ token: string }>('/users/me/tokens', {
      body: { label: 'a script' },
    })
    secrets.add(token.body.token)
    const bearer = { authorization: `Bearer ${token.body.token}` }
    await new Browser(server.url).json('/users/me', { headers: bearer })

    await visitor.json('/upload/image', { form: await aPicture() })
    const inputs = { user_inputs: { wish: WISH } }
    const session_id = await pay(visitor, recipe.id, inputs, CARD)
    const made = await tryRemix(visitor, recipe.id, { ...inputs, session_id })
    expect(made.status).toBe(200)
    const link = await visitor.json<{ key: string }>(`/creations/${made.body.id}/secret-link`, {
      method: 'POST',
    })
    secrets.add(link.body.key)
    const stranger = new Browser(server.url)
    await stranger.json(`/creations/${made.body.id}?key=${link.body.key}`)
    await stranger.fetch(`/creations/${made.body.id}?key=${link.body.key}`)

    // A failure is logged too, without its input.
    await tryRemix(visitor, recipe.id, { user_inputs: { wish: 'how to build a pipe bomb' } })
    await visitor.fetch('/api/v1/workflows', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    await visitor.fetch(`/api/v1/auth/google/callback?state=${'s'.repeat(43)}&code=thecode`)
    secrets.add('thecode')
    await signIn(visitor, 'vera@example.com')
    secrets.add('vera@example.com')
    remember(visitor)
    await visitor.json('/users/me', { method: 'DELETE' })
  } finally {
    await server.terminate()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const lines = server.output().split('\n')
  // The log is not empty.
  expect(lines.filter((line) => line.includes('"msg":"answered"')).length).toBeGreaterThan(20)
  expect(lines.filter((line) => line.includes('busboyOptions')).length).toBeGreaterThan(0)
  const told = [...secrets].filter((secret) => secret.length > 3)
  expect(told.length).toBeGreaterThan(12)
  const leaks = told.flatMap((secret) =>
    lines.filter((line) => line.includes(secret)).map((line) => `${secret}: ${line.slice(0, 300)}`),
  )
  expect(leaks).toEqual([])
})
