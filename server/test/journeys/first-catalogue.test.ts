import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { and, eq, like, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportSamples, seedCatalogue } from '../../src/features/catalogue/index.ts'
import { samplesAndSources } from '../../src/features/catalogue/planted.ts'
import { makeSamples } from '../../src/features/catalogue/seed-catalogue.ts'
import { CREATOR_LINES, SEEDS } from '../../src/features/catalogue/seeds/seeds.ts'
import { recountPopularity } from '../../src/features/creations/popularity.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { jobs } from '../../src/schema/generation.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { film, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
/** Ends the run whose words ask for a slow boat. */
const boat = Promise.withResolvers<void>()
/** Whether each call of a step asked for the size of a screen. */
const forScreen: boolean[] = []

/** The functions of this machine, which hand over a finished picture or film at once. */
function quicken(app: TestApp): void {
  const local = app.ctx.providers.get('local')
  const makesFilm = (called: string) =>
    local.functions.find((one) => one.functionType === called)?.output === 'video'
  app.ctx.providers = createProviderRegistry([
    {
      ...local,
      start: async ({ functionType, prompt, screenSize }) => {
        forScreen.push(screenSize === true)
        if (prompt?.includes('slow boat')) await boat.promise
        return makesFilm(functionType) ? film() : picture('#336699', 1024, 768)
      },
    },
  ])
}

beforeAll(async () => {
  const env = { SEED: 'true', SEED_CREATIONS: 'false', ...UNLIMITED_RATES }
  app = await startTestApp({ env, worker: false })
  quicken(app)
  app.startWorker()
})
afterAll(() => app.close())

const runs = () => app.ctx.db.$count(jobs)
const unfinished = () =>
  app.ctx.db.$count(
    jobs,
    and(ne(jobs.status, 'COMPLETED'), like(jobs.requestKey, 'first-catalogue:%')),
  )

/** Looks for further runs as the task does, without waiting for its next second. */
async function look(times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await makeSamples.run({ ...app.ctx, config: { ...app.ctx.config, SEED_CREATIONS: true } })
    await expect.poll(unfinished, { timeout: 20_000, interval: 50 }).toBe(0)
  }
}

test('each recipe of the first catalogue gets its sample, and the start is then complete', async () => {
  await seedCatalogue(app.ctx)
  const isReady = async () => (await fetch(`${app.url}/api/v1/healthcheck?ready=1`)).status
  expect(await isReady()).toBe(503)
  const said: string[] = []
  const tell = () => reportSamples(app.ctx, (one) => said.push(one), AbortSignal.timeout(100_000))
  const telling = tell()
  await expect.poll(isReady, { timeout: 80_000 }).toBe(200)
  const { workflows } = (await (await fetch(`${app.url}/api/v1/workflows?per_page=48`)).json()) as {
    workflows: { id: string; name: string; sample: unknown }[]
  }
  expect(workflows).toHaveLength(SEEDS.length)
  expect(workflows.filter(({ sample }) => !sample).map(({ name }) => name)).toEqual([])
  const oils = workflows.find(({ name }) => name === 'In Oils')?.id
  const page = await (await fetch(`${app.url}/api/v1/workflows/${oils}`)).json()
  expect(page).toHaveProperty('sample_before.id')
  const maker = await (await fetch(`${app.url}/api/v1/storefronts/print-room`)).json()
  expect(maker).toMatchObject({ lines: CREATOR_LINES['print-room'] })
  // Without SEED_CREATIONS nothing is made but the samples and what they are made from.
  expect(await runs()).toBe(samplesAndSources().length)
  expect(forScreen).not.toContain(true)
  await telling
  expect(said.at(0)).toMatch(/^Drawing the covers of the catalogue, \d+ of 24 so far/)
  expect(said.at(-1)).toBe('24 of 24 covers are drawn. The catalogue is whole.')
  said.length = 0
  await tell()
  expect(said).toEqual([])
}, 120_000)

test('further creations are made one by one at the size of a screen, each once, public and not counted as remixes', async () => {
  const before = await runs()
  const settings = { ...app.ctx, config: { ...app.ctx.config, SEED_CREATIONS: true } }
  await Promise.all([makeSamples.run(settings), makeSamples.run(settings)])
  expect(await runs()).toBe(before + 1)
  forScreen.length = 0
  await look(3)
  expect(await runs()).toBe(before + 3)
  expect(forScreen).not.toContain(false)
  const [miss] = await app.ctx.db
    .select()
    .from(workflows)
    .where(eq(workflows.name, 'Places You Miss'))
  const { creations } = (await (
    await fetch(`${app.url}/api/v1/workflows/${miss?.id}/creations`)
  ).json()) as { creations: { user?: unknown }[] }
  expect(creations.length).toBeGreaterThan(1)
  await recountPopularity.run(app.ctx)
  const counted = await app.ctx.db.select().from(workflows)
  expect(counted.filter(({ remixCount, popularity }) => remixCount + popularity > 0)).toEqual([])
}, 60_000)

test('no further creation begins while a visitor’s run is unfinished, and the visitor’s run is counted', async () => {
  const before = await runs()
  const [miss] = await app.ctx.db
    .select()
    .from(workflows)
    .where(eq(workflows.name, 'Places You Miss'))
  const visitor = new Visitor(app.url)
  const { status } = await visitor.call('POST', `/workflows/${miss?.id}/creations`, {
    user_inputs: { place: 'a slow boat' },
    terms_version: TERMS_VERSION,
  })
  expect(status).toBe(200)
  await look(2)
  expect(await runs()).toBe(before + 1)
  boat.resolve()
  await expect.poll(() => app.ctx.db.$count(jobs, ne(jobs.status, 'COMPLETED'))).toBe(0)
  await look(1)
  expect(await runs()).toBe(before + 2)
  const [after] = await app.ctx.db
    .select()
    .from(workflows)
    .where(eq(workflows.id, miss?.id ?? ''))
  expect(after).toMatchObject({ remixCount: 1, popularity: 1 })
}, 60_000)
