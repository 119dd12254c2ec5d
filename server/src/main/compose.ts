import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMoneyFrom } from '@vignette/contract/currency.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Caller, Ctx } from '../ctx.ts'
import { ownServersOf } from '../features/comfy-servers/index.ts'
import { keepLinkKeys } from '../features/creations/index.ts'
import { hasOwner, keepLegalTexts, readSettings } from '../features/settings/index.ts'
import { checkDatabase } from '../platform/db/check-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { openEventHub } from '../platform/events/event-hub.ts'
import { openSharedAnswers } from '../platform/http/shared-answers.ts'
import { openWaits } from '../platform/http/waits.ts'
import { makeFolder } from '../platform/make-folder.ts'
import { createProcessState } from '../platform/process-state.ts'
import { openQueue } from '../platform/queue/queue.ts'
import { newSecret } from '../platform/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { downloadProduct } from '../providers/generation/download-product.ts'
import { createProviderRegistry, type ProviderRegistry } from '../providers/generation/registry.ts'
import {
  createVendorProviders,
  listTrustedOrigins,
  vendorVariables,
} from '../providers/generation/vendors.ts'
import { SHOWN_BY_ALL, type Subject } from '../subject.ts'
import { assignConfig, type Builder, openSettings } from './apply-settings.ts'
import { openGateways } from './compose-gateways.ts'
import { createMailer } from './compose-mailer.ts'
import { createChildPools } from './compose-providers.ts'
import { openStorage } from './compose-storage.ts'
import { type Config, originOf, readConfig, readMoneyOf } from './config.ts'
import { refuseOtherCurrency } from './refuse-other-currency.ts'
import { listenerOf, refuseOtherSecret } from './refuse-other-secret.ts'
import type { SettingsTools } from './settings-tools.ts'
import { startDatabase } from './start-database.ts'
import { wireFeatures } from './wire-features.ts'

const MEGABYTE = 1024 * 1024

export const NOBODY: Caller = { principal: null, sessionId: null, via: 'none', address: '' }

/** The parts that live as long as the process, and their close. */
export interface Composition {
  ctx: Ctx
  /** The pool behind `ctx.db`, for metrics. */
  pool: Pool
  /** The embedded parts, which the log names at start. */
  embedded: string[]
  close(): Promise<void>
}

/** The secret in DATA_DIR, so that cookies and links survive a restart without configuration. */
export function secretOf(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EISDIR') {
      throw new StartError(
        `The file "secret" in DATA_DIR (${dataDir}) cannot be read by this account (${code}).`,
        { cause },
      )
    }
  }
  try {
    makeFolder(dataDir)
    const secret = newSecret()
    writeFileSync(path, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch (cause) {
    throw new StartError(`DATA_DIR (${dataDir}) cannot be written.`, { cause })
  }
}

interface ComposeOptions {
  /** An operator's command beside a running server uses that server's database and supervises none. */
  command?: boolean
  /** The most connections of the queue to the database. */
  queueConnections?: number
}

export async function compose(
  config: Config,
  log: Logger,
  options: ComposeOptions = {},
): Promise<Composition> {
  readMoneyFrom(readMoneyOf(config))
  const embedded: string[] = []
  const closers: (() => Promise<void>)[] = []
  try {
    let connectionString = config.databaseUrl
    if (connectionString) await checkDatabase(connectionString)
    else {
      if (!options.command) console.log('Starting the database…')
      const postgres = await startDatabase({
        dataDir: config.dataDir,
        log,
        share: options.command === true,
      })
      closers.push(() => postgres.stop())
      connectionString = postgres.connectionString
      embedded.push('PostgreSQL')
    }
    await migrate(connectionString)
    const database = openDatabase({
      connectionString,
      applicationName: `vignette-${config.ROLE}`,
      log,
      poolSize: config.DATABASE_POOL,
    })
    closers.push(() => database.close())
    const queue = await openQueue({
      connectionString,
      log,
      supervise: config.ROLE !== 'web' && !options.command,
      connections: options.queueConnections,
    })
    closers.push(() => queue.stop({ graceMs: 5_000 }))
    const events = await openEventHub<Subject>({
      connectionString,
      log,
      listensAs: listenerOf(config.secret),
    })
    closers.push(() => events.close())
    const clock = { now: () => new Date() }
    // Seen as running by now, so that no secret is replaced behind its back.
    const from = await refuseOtherSecret({ db: database.db, config, clock })
    if (from !== config.secret[0]) {
      await keepLinkKeys(database.db, { from, secret: config.secret })
    }
    const read: SettingsTools['read'] = (rows, { unowned = false } = {}) =>
      readConfig(config.environment, () => config.secret.join(), { rows, unowned })
    const rows = await readSettings({ db: database.db, secret: config.secret })
    assignConfig(
      config,
      readAtStart(() => read(rows, { unowned: true })),
    )
    if (config.missing !== undefined && (await hasOwner(database.db, config))) {
      throw new StartError(config.missing)
    }
    await keepLegalTexts({ db: database.db, clock }, config)
    await refuseOtherCurrency({ db: database.db, config })
    const store = await openStorage(config)
    const { storage } = store
    closers.push(() => storage.close())
    if (store.embedded) embedded.push('file store')
    const { children, uploadChildren } = createChildPools()
    closers.push(() => children.close())
    closers.push(() => uploadChildren.close())
    const providers = await createProviders(config, () => ctx)
    closers.push(() => providers.close())
    const { db, pool } = database
    const makeGateways = openGateways({ config, db, pool, clock }, () => ctx)
    const gateways = await makeGateways(config)
    const mailer = await createMailer(config, { config, db, clock })
    if (mailer) closers.push(() => mailer.close())
    // What it takes the place of may still be at work, so it is closed at the end.
    const builders: Builder[] = [
      {
        from: (name) => name.startsWith('S3_'),
        async build(next) {
          const { storage } = await openStorage(next)
          closers.push(() => storage.close())
          return { storage }
        },
      },
      {
        from: (name) => name in vendorVariables,
        async build(next) {
          const providers = await createProviders(next, () => ctx)
          closers.push(() => providers.close())
          return { providers, fetchProduct: createProductFetcher(next) }
        },
      },
      {
        from: (name) => /^(?:STRIPE_|payments$|payouts$)/.test(name),
        build: makeGateways,
      },
      {
        from: (name) => ['mail', 'SMTP_URL', 'MAIL_FROM'].includes(name),
        async build(next) {
          const mailer = await createMailer(next, { config, db, clock })
          if (mailer) closers.push(() => mailer.close())
          return { mailer }
        },
      },
    ]
    const ctx: Ctx = {
      config,
      log,
      clock,
      db: database.db,
      queue,
      storage,
      events,
      process: createProcessState(),
      answers: openSharedAnswers({ events, shownBy: SHOWN_BY_ALL }),
      waits: openWaits({
        get perCaller() {
          return config.WAITS_PER_CALLER
        },
        get perAddress() {
          return config.WAITS_PER_ADDRESS
        },
      }),
      children,
      uploadChildren,
      providers,
      fetchProduct: createProductFetcher(config),
      ...gateways,
      mailer,
      settings: openSettings(() => ctx, {
        read(values, options) {
          const next = read(values, options)
          checkLimits(next, ctx.providers)
          return next
        },
        builders,
      }),
      wiring: wireFeatures(),
      caller: NOBODY,
      requestId: 'process',
      origin: originOf(config),
    }
    const forget = events.subscribeAll((change) => {
      if (change !== null && change.about !== 'setting') return
      ctx.settings
        .reload()
        .catch((error: unknown) => log.error({ err: error }, 'the settings could not be read'))
    })
    closers.push(async () => forget())
    return { ctx, pool: database.pool, embedded, close: () => closeAll(closers, log) }
  } catch (error) {
    await closeAll(closers, log)
    throw error
  }
}

/** The environment alone was whole, so that a row is at fault: of another release, or beside another environment. */
function readAtStart(read: () => Config): Config {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(
      `${error.message} An admin has set this: what the environment sets wins over it.`,
    )
  }
}

/** Closes in reverse order of opening; a failure does not stop the other closers. */
async function closeAll(closers: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      log.warn({ err: error }, 'a part did not close cleanly')
    }
  }
}

async function createProviders(config: Config, getCtx: () => Ctx): Promise<ProviderRegistry> {
  const parts = { ownServers: ownServersOf(getCtx) }
  const registry = createProviderRegistry(await createVendorProviders(config, parts))
  checkLimits(config, registry)
  return registry
}

/** A misspelt provider id would silently limit nothing. */
function checkLimits(config: Config, registry: ProviderRegistry): void {
  for (const variable of ['PROVIDER_CONCURRENCY', 'PROVIDER_RATE'] as const) {
    const stranger = Object.keys(config[variable]).find((name) => !registry.find(name))
    if (!stranger) continue
    const known = registry.list().map(({ id }) => id)
    throw new StartError(`${variable} names ${stranger}; the providers are ${known.join(', ')}.`)
  }
}

/** Private addresses are fetched only if the operator named them. */
function createProductFetcher(config: Config): Ctx['fetchProduct'] {
  const allowedOrigins = listTrustedOrigins(config)
  return async (product, signal) => {
    const media = await downloadProduct(product, {
      maxBytes: { image: 50 * MEGABYTE, video: 500 * MEGABYTE },
      allowedOrigins,
      signal,
    })
    return Buffer.from(media.bytes)
  }
}
