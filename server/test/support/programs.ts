import { expect, test } from 'vitest'
import { enterCard, idOf, publish } from './acts.ts'
import { approve } from './approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from './browser.ts'
import { createScriptedProvider, picture } from './scripted-provider.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

/** A server with a free and a priced recipe, and a token. A wish for `forever` never ends. */
export interface ProgramsWorld {
  app: TestApp
  token: string
  free: string
  priced: string
}

export async function startProgramsWorld(): Promise<ProgramsWorld> {
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
  const app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
  const free = (await publish(creator)).id
  const priced = (await publish(creator, { price: 300 })).id
  const owner = new Browser(app.url)
  await signIn(owner, 'owner@example.com')
  const made = await owner.json<{ token: string }>('/users/me/tokens', { body: { label: 'robot' } })
  return { app, token: made.body.token, free, priced }
}

/** Declares what each program can do that was made of the API document; `run` answers what it printed. */
export function testProgram(
  world: () => ProgramsWorld,
  run: (what: 'free' | 'priced' | 'cancel', recipe: string) => Promise<Record<string, unknown>>,
): void {
  test('runs a free recipe and reads the file', async () => {
    const printed = await run('free', world().free)
    expect(printed).toMatchObject({ status: 'COMPLETED' })
    expect(printed['bytes']).toBeGreaterThan(100)
  })

  test('is told where a person pays, and then runs the priced recipe', async () => {
    const { app, priced } = world()
    const { checkout_url } = await run('priced', priced)
    const link = String(checkout_url).split('#')[1]
    const payer = new Browser(app.url)
    const { body } = await payer.json<{ url: string }>('/payment/link/pay', {
      body: { token: link },
    })
    expect((await enterCard(body.url)).status).toBe(303)
    expect(await run('priced', priced)).toMatchObject({ status: 'COMPLETED' })
  })

  test('cancels a run', async () => {
    const { status, creation } = await run('cancel', world().free)
    expect([status, creation]).toEqual(['CANCELLED', null])
  })
}
