import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../src/ctx.ts'
import type { Runner } from '../../src/feature.ts'
import { buildWeb } from '../../src/main/build-web.ts'
import { compose } from '../../src/main/compose.ts'
import { PUBLIC_SERVER, readConfig } from '../../src/main/config.ts'
import { openLog } from '../../src/main/open-log.ts'
import { declareTasks, startWorker } from '../../src/main/start-worker.ts'
import { type Drain, startDrain } from '../../src/platform/http/drain.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import type { GenerationProvider } from '../../src/providers/generation/spec.ts'
import { PUBLIC_LIMITS } from './create-test-ctx.ts'
import { createTestDatabase, type TestDatabase } from './create-test-database.ts'
import { guardSlowParts } from './guard-slow-parts.ts'
import { lendChildren } from './lend-children.ts'

export interface TestApp {
  ctx: Ctx
  app: FastifyInstance
  url: string
  draining: Drain
  startWorker(): Runner
  close(): Promise<void>
}

/** As if the test named none of these variables. */
export const OWN_MACHINE = Object.fromEntries(Object.keys(PUBLIC_SERVER).map((name) => [name, '']))

/** The whole server as main composes it, on its own database and folder. */
export async function startTestApp(
  given: {
    env?: Record<string, string>
    providers?: GenerationProvider[]
    worker?: boolean
    change?: (ctx: Ctx) => void
    /** Another process of the same installation, whose database and files this app shares. */
    beside?: TestApp
    /** A database that the test has filled, instead of a clone; closing the app drops the database. */
    database?: TestDatabase
    /** The folder of another built web app. */
    dist?: string
  } = {},
): Promise<TestApp> {
  const { beside } = given
  const database = beside ? undefined : (given.database ?? (await createTestDatabase()))
  const dataDir = beside?.ctx.config.dataDir ?? (await mkdtemp(join(tmpdir(), 'vignette-app-')))
  const connectionString = beside?.ctx.config.databaseUrl ?? database?.connectionString
  const config = readConfig(
    {
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      SEED: 'false',
      PORT: '0',
      // The stricter side; "own-machine.test.ts" leaves these to their defaults on loopback.
      ...PUBLIC_LIMITS,
      ...given.env,
    },
    () => 'a-secret-of-tests-with-32-characters',
    { unowned: true },
  )
  // Each connection takes as long as a clone of the database.
  const composition = await compose(config, openLog(config).log, { queueConnections: 2 })
  const { ctx } = composition
  if (given.providers) ctx.providers = createProviderRegistry(given.providers)
  const lent = lendChildren()
  Object.assign(ctx, lent.pools)
  const slowParts = guardSlowParts(ctx)
  given.change?.(ctx)
  const draining = startDrain()
  await declareTasks(ctx)
  const workers: Runner[] = []
  const begin = () => {
    const worker = startWorker(ctx)
    workers.push(worker)
    return worker
  }
  if (given.worker !== false) begin()
  const app = await buildWeb(ctx, draining, given.dist)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ctx,
    app,
    url,
    draining,
    startWorker: begin,
    async close() {
      draining.end()
      const closed = app.close()
      // An answer that the test left unread must not delay the close.
      app.server.closeAllConnections()
      await Promise.allSettled([closed, ...workers.map((worker) => worker.stop(0))])
      lent.close()
      await composition.close()
      if (database) {
        await database.drop()
        await rm(dataDir, { recursive: true, force: true })
      }
      slowParts.assertNone()
    },
  }
}
