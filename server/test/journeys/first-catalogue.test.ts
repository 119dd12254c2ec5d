import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../src/main/seed-catalogue.ts'
import { SEEDS } from '../../src/main/seeds/seeds.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { film, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp

/** The functions of this machine, which hand over a finished picture or film at once. */
function quicken(app: TestApp): void {
  const local = app.ctx.providers.get('local')
  const makesFilm = (called: string) =>
    local.functions.find((one) => one.functionType === called)?.output === 'video'
  app.ctx.providers = createProviderRegistry([
    {
      ...local,
      start: ({ functionType }) =>
        makesFilm(functionType) ? film() : picture('#336699', 1024, 768),
    },
  ])
}

beforeAll(async () => {
  app = await startTestApp({ env: { SEED: 'true' }, worker: false })
  quicken(app)
  app.startWorker()
})
afterAll(() => app.close())

test('each recipe of the first catalogue gets its sample, and the start is then complete', async () => {
  await seedCatalogue(app.ctx)
  const isReady = async () => (await fetch(`${app.url}/api/v1/healthcheck?ready=1`)).status
  expect(await isReady()).toBe(503)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
  const { workflows } = (await (await fetch(`${app.url}/api/v1/workflows?per_page=48`)).json()) as {
    workflows: { name: string; sample: unknown; sample_before?: unknown }[]
  }
  expect(workflows).toHaveLength(SEEDS.length)
  expect(workflows.filter(({ sample }) => !sample).map(({ name }) => name)).toEqual([])
  expect(workflows.find(({ name }) => name === 'In Oils')?.sample_before).toBeTruthy()
}, 90_000)
