import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreationView } from '@vignette/contract/creations.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startDatabase } from '../../src/main/start-database.ts'
import { openDatabase } from '../../src/platform/db/open-database.ts'
import { openDiskStorage } from '../../src/platform/storage/disk-storage.ts'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createEmptyDatabase } from '../support/create-test-database.ts'
import { buy } from './support/buy.ts'
import { expectMoneyRight } from './support/expect-money-right.ts'
import { type FaultyStore, startFaultyStore } from './support/faulty-store.ts'
import { readJob, untilCompleted } from './support/follow-job.ts'
import { ask, type Installation } from './support/installation.ts'
import { keepRemixing } from './support/keep-remixing.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { startOperator } from './support/start-operator.ts'
import { ahead } from './support/start-process.ts'
import { withWorld } from './support/with-world.ts'

const log = pino({ level: 'silent' })

async function withBackups(
  work: (world: World, bucket: FaultyStore, folder: string) => Promise<void>,
): Promise<void> {
  const bucket = await startFaultyStore()
  const folder = await mkdtemp(join(tmpdir(), 'vignette-restored-'))
  try {
    await withWorld({ env: backupEnvironment(bucket) }, (world) => work(world, bucket, folder))
  } finally {
    await bucket.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const backupEnvironment = ({ env }: FaultyStore) => ({
  BACKUP_KEY: 'a phrase that the operator keeps',
  ...Object.fromEntries(Object.entries(env).map(([name, value]) => [`BACKUP_${name}`, value])),
})

/** The folders that say of themselves that they are whole. */
async function listWhole(bucket: FaultyStore): Promise<string[]> {
  const storage = await bucket.openStorage()
  const keys = []
  for await (const { key } of storage.list('')) keys.push(key)
  await storage.close()
  return keys.filter((key) => key.endsWith('complete.json'))
}
const untilWhole = (bucket: FaultyStore, many = 1) =>
  expect.poll(() => listWhole(bucket), { timeout: 120_000, interval: 250 }).toHaveLength(many)

async function sell(world: World, url: string): Promise<{ fan: Visitor; id: string }> {
  const fan = new Visitor(url)
  const recipe = await publishSketch(new Visitor(url), 300)
  await buy(fan, recipe)
  const { job_id: jobId } = (await remix(fan, recipe)).body
  await untilCompleted(world, jobId)
  return { fan, id: (await readJob(world, jobId)).creationId ?? '' }
}

const seen = (fan: Visitor, id: string) => fan.call<CreationView>('GET', `/creations/${id}`)

async function fileOf(fan: Visitor, id: string): Promise<Buffer> {
  const { status, body } = await seen(fan, id)
  expect(status).toBe(200)
  const file = await fan.fetch(new URL(body.image ?? '', fan.url).pathname)
  expect(file.status).toBe(200)
  return Buffer.from(await file.arrayBuffer())
}

test(
  'a shop whose machine is gone is restored from its bucket, made under load',
  (context) =>
    withBackups(async (world, bucket, folder) => {
      // One machine with its own database, as "npm start" has it.
      const oneMachine = { DATABASE_URL: '', SECRET: '', BACKUP_S3_BUCKET: '' }
      const before = await world.start('all', oneMachine)
      const own = await openOwn(world.dataDir)
      const shop = { ...world, database: own.database }
      const sale = await sell(shop, before.url)
      const picture = await fileOf(sale.fan, sale.id)
      const load = await keepRemixing(new Visitor(before.url))
      await load.another()
      await load.end()
      await own.close()
      await before.terminate()

      const name = world.env['BACKUP_S3_BUCKET'] ?? ''
      const running = await world.start('all', { ...oneMachine, BACKUP_S3_BUCKET: name })
      const busy = await keepRemixing(new Visitor(running.url))
      const backing = startWatch()
      await untilWhole(bucket)
      const backupMs = backing()
      expect((await busy.end()).wrong).toEqual([])
      await running.kill()

      const dataDir = join(folder, 'data')
      const empty = { DATABASE_URL: '', SECRET: '', DATA_DIR: dataDir }
      const watch = startWatch()
      const { said } = startOperator(world, ['restore'], empty)
      expect(await said).toMatch(/^The backup \S+ is restored in \d/)
      const again = await world.start('all', { ...oneMachine, DATA_DIR: dataDir })
      const fan = sale.fan.at(again.url)
      expect((await fileOf(fan, sale.id)).equals(picture)).toBe(true)
      const recoveryMs = watch()
      const minutes = (recoveryMs / 60_000).toFixed(2)
      process.stdout.write(
        `restore drill: backed up in ${Math.round(backupMs / 1000)} s under load; an empty machine sold again after ${minutes} minutes\n`,
      )

      const restored = await openOwn(dataDir)
      const installation: Installation = {
        ...world,
        database: restored.database,
        dataDirs: [dataDir],
        openStorage: () => openDiskStorage(join(dataDir, 'media')),
      }
      await sell({ ...world, ...installation }, again.url)
      const balance = startOperator(world, ['ledger', 'balance'], { ...empty })
      expect(await balance.said).toContain('Balanced')
      await expectMoneyRight(installation)
      await expectFilesOpen(installation)
      const twice = startOperator(world, ['restore'], empty)
      await twice.said
      expect(await new Promise((done) => twice.process.once('exit', done))).not.toBe(0)
      await restored.close()
      await again.terminate()
      reportFault(context, {
        fault: 'the machine is gone',
        done: 'kill -9 after a backup under load; restored to an empty folder from the bucket',
        found: `the guest found the sale and its file, the ledger balanced, in ${minutes} minutes`,
        recoveryMs,
      })
    }),
  400_000,
)

async function openOwn(dataDir: string) {
  const { connectionString } = await startDatabase({ dataDir, log, share: true })
  const opened = openDatabase({ connectionString, applicationName: 'vignette-fault', log })
  return { database: { ...opened, connectionString }, close: () => opened.close() }
}

/** Each file that a row names is there and has its length. */
async function expectFilesOpen(world: Installation): Promise<void> {
  const storage = await world.openStorage()
  const rows = await ask(world, 'select storage_key as key from media where purged_at is null')
  expect(rows.length).toBeGreaterThan(1)
  for (const { key } of rows) {
    expect((await storage.stat(String(key)))?.bytes ?? 0, String(key)).toBeGreaterThan(0)
  }
  await storage.close()
}

/** The embedded database comes without pg_dump; TEST_DATABASE_URL names another server. */
async function canDump(world: World): Promise<boolean> {
  const [server] = await ask(
    world,
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)\./.exec(stdout ?? '')?.[1] ?? 0) >= Number(server?.['major'])
}

test(
  'a worker killed in a backup leaves none that looks whole, and one of two others makes it',
  (context) =>
    withBackups(async (world, bucket, folder) => {
      if (!(await canDump(world))) context.skip('pg_dump is older than the database, or not here')
      await bucket.order('hang', ['PUT', 'POST'])
      const met = bucket.untilMet()
      const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
      await met
      const sale = await sell(world, web.url)
      await worker.kill()
      await bucket.order('pass')
      const list = () => startOperator(world, ['restore', '--list']).said
      expect(await list()).toContain('There is no backup.')

      const watch = startWatch()
      // The lock of the dead one is free; after a quarter of an hour it is tried again.
      const later = ahead(16 * 60_000)
      await Promise.all([world.start('worker', later), world.start('worker', later)])
      await untilWhole(bucket)
      const recoveryMs = watch()
      const count = async () =>
        await ask(
          world,
          'select completed_at is not null as whole from backups order by started_at',
        )
      await expect.poll(count).toEqual([{ whole: false }, { whole: true }])
      const picture = await fileOf(sale.fan, sale.id)

      const other = await createEmptyDatabase()
      const empty = { DATABASE_URL: other.connectionString, DATA_DIR: join(folder, 'data') }
      try {
        const wrong = startOperator(world, ['restore'], {
          ...empty,
          BACKUP_KEY: 'another phrase of theirs',
        })
        await wrong.said
        expect(await startOperator(world, ['restore'], empty).said).toContain('is restored')
        const again = await world.start('all', { ...empty, BACKUP_S3_BUCKET: '' })
        expect((await fileOf(sale.fan.at(again.url), sale.id)).equals(picture)).toBe(true)
        await again.terminate()
      } finally {
        await other.drop()
      }
      reportFault(context, {
        fault: 'a worker dies in a backup',
        done: 'kill -9 while the bucket hung; two workers started a quarter of an hour later',
        found: 'no half backup was offered; one of the two made it, and it was restored',
        recoveryMs,
      })
    }),
  400_000,
)
