import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'
import { expect, test } from 'vitest'
import {
  type Name,
  startTopology,
  type Topology,
} from '../../../scripts/topology/start-topology.ts'
import { openS3Storage } from '../../src/platform/storage/s3-storage.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { optionsFor } from '../../src/platform/storage/test-support/start-object-store.ts'
import { DRAW, ended, publish, recipeFor, remix } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-test-database.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { findProcesses } from './support/find-processes.ts'
import type { Installation } from './support/installation.ts'
import { keepRemixing } from './support/keep-remixing.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'

const EVERYBODY: readonly Name[] = ['web-1', 'worker-1', 'web-2', 'worker-2']
const VISITORS = 2
const SKETCH = [{ ...DRAW, function_type: 'text_to_image' }]

/**
 * Opens a topology for one test and checks the invariants at its end; the test answers the number of runs it
 * began.
 */
async function withTopology(
  work: (topology: Topology, database: TestDatabase, folder: string) => Promise<{ jobs: number }>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-topology-'))
  const database = await createTestDatabase()
  await mkdir(join(folder, 'tmp'))
  let topology: Topology | undefined
  try {
    const started = await startTopology({
      dataDir: folder,
      port: 0,
      env: {
        PATH: process.env['PATH'],
        TMPDIR: join(folder, 'tmp'),
        DATABASE_URL: database.connectionString,
        SEED: 'false',
        // A random moderation score of a test picture must not fail the test.
        NSFW_THRESHOLD: '1',
        NSFW_REFUSE_THRESHOLD: '1',
        ...UNLIMITED_RATES,
      },
    })
    topology = started
    const promised = await work(started, database, folder)
    const installation: Installation = {
      database,
      dataDirs: EVERYBODY.map((name) => join(folder, name)),
      openStorage: () => openStoreOf(folder),
      stopAll: () => started.stop(),
      pids: () => findProcesses(join(folder, 'tmp')),
    }
    await expectWholeWorld(installation, promised)
  } finally {
    await topology?.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens the files of an ended topology with a new store process. */
async function openStoreOf(place: string): Promise<Storage> {
  const store = await startFauxqs({
    port: 0,
    host: '127.0.0.1',
    logger: false,
    s3StorageDir: join(place, 'store'),
  })
  const storage = openS3Storage(
    optionsFor(`http://127.0.0.1:${store.port}`, { accessKeyId: 'a', secretAccessKey: 'b' }),
  )
  return {
    ...storage,
    async close() {
      await storage.close()
      await store.stop()
    },
  }
}

/** One visitor at each of the two web processes. */
function atBoth(topology: Topology): [Visitor, Visitor] {
  const here = new Visitor(topology.member('web-1').url)
  return [here, here.at(topology.member('web-2').url)]
}

test('two web processes, two workers and a store serve one marketplace', () =>
  withTopology(async (topology, _database, folder) => {
    const [here, there] = atBoth(topology)
    const id = await publishSketch(here)
    const job = await ended(there, (await remix(here, id)).body.job_id)
    expect(job.status).toBe('COMPLETED')
    const image = String(job.result?.['image'])
    const media = await there.fetch(image)
    expect(media.status).toBe(200)
    const bytes = Buffer.from(await media.arrayBuffer())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect((await new Visitor(topology.url).fetch(image)).status).toBe(404)
    // The file lies in the store, and no process keeps a copy in its own folder.
    expect((await listFiles(join(folder, 'store/buckets/vignette'))).length).toBeGreaterThan(0)
    for (const name of EVERYBODY) expect(await listFiles(join(folder, name, 'media'))).toEqual([])
    return { jobs: 1 }
  }))

test('a recipe changed at one web process shows at the other at once', (context) =>
  withTopology(async (topology) => {
    const [here, there] = atBoth(topology)
    const { id } = await publish(here, { steps: SKETCH })
    const shown = async () =>
      (await there.call<{ workflows: { name: string }[] }>('GET', '/workflows')).body.workflows.map(
        ({ name }) => name,
      )
    await expect.poll(shown).toContain('A picture of a wish')
    const change = recipeFor(here.anonymousId, { steps: SKETCH, name: 'Another name' })
    const watch = startWatch()
    expect((await here.call('PUT', `/workflows/${id}`, change)).status).toBe(200)
    // Half the TTL of the other process's cached page.
    await expect.poll(shown, { timeout: 5_000, interval: 20 }).toContain('Another name')
    reportFault(context, {
      fault: 'a recipe changes (no fault)',
      done: 'renamed at one web process, read at the other, which had it cached',
      found: 'shown by the other',
      recoveryMs: watch(),
    })
    return { jobs: 0 }
  }))

test(
  'no request and no job is lost while every process restarts in turn under load',
  (context) =>
    withTopology(async (topology, database) => {
      const load = await Promise.all(
        Array.from({ length: VISITORS }, () => keepRemixing(new Visitor(topology.url))),
      )
      const watch = startWatch()
      for (const name of EVERYBODY) {
        // At least one remix begins and ends on either side of the restart.
        await Promise.all(load.map((one) => one.another()))
        const before = topology.member(name).pid
        await topology.restart(name)
        expect(topology.member(name).pid).not.toBe(before)
      }
      const recoveryMs = watch()
      const told = await Promise.all(load.map((one) => one.end()))
      expect(told.flatMap((one) => one.wrong)).toEqual([])
      const finished = told.flatMap((one) => one.jobs)
      const { rows } = await database.pool.query<{ id: string; status: string }>(
        'select id, status from jobs where id = any($1)',
        [finished],
      )
      expect(rows.filter(({ status }) => status !== 'COMPLETED')).toEqual([])
      expect(rows).toHaveLength(finished.length)
      reportFault(context, {
        fault: 'a rolling restart',
        done: `each of four processes in turn, ${told.reduce((sum, one) => sum + one.requests, 0)} requests meanwhile`,
        found: `no request lost, all ${finished.length} jobs completed`,
        recoveryMs,
      })
      return { jobs: finished.length }
    }),
  360_000,
)

async function listFiles(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
