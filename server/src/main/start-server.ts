import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Ctx } from '../ctx.ts'
import type { Runner } from '../feature.ts'
import { reportSamples, seedCatalogue } from '../features/catalogue/index.ts'
import { sweepReceived } from '../features/media/index.ts'
import { describeOtherBooks } from '../features/payments/index.ts'
import { makeSetUpCode } from '../features/settings/index.ts'
import { type Drain, startDrain } from '../platform/http/drain.ts'
import { StartError } from '../platform/start-error.ts'
import { hasDiskRoom } from '../platform/storage/disk-room.ts'
import { buildWeb } from './build-web.ts'
import { type Composition, compose } from './compose.ts'
import type { Config } from './config.ts'
import { outsideParts } from './outside-parts.ts'
import { refuseOtherSecret } from './refuse-other-secret.ts'
import { serveMetrics } from './serve-metrics.ts'
import { declareTasks, startWorker } from './start-worker.ts'
import { tryDependency } from './try-dependency.ts'
import { startWatch } from './watch.ts'

/** How long jobs and requests may take to end by themselves. */
const DRAIN_MS = 25_000

/** How long every answer asks its client to open the next connection elsewhere. */
const RETIRE_MS = 1_000

/** After the drain only endless requests are left, such as a stalled download. */
const CLOSE_MS = 2_000

/** How often a web-only process cleans its own temp folder; workers do this in their sweep. */
const SWEEP_MS = 15 * 60_000

/**
 * The listen backlog (capped by net.core.somaxconn). Node's default of 511 overflows when one client
 * opens 2,000 connections at once, and each refused SYN is retried only a second later.
 */
const BACKLOG = 4_096

export interface Running {
  stop(): Promise<void>
  /** Hands running jobs back at once instead of waiting for their end. */
  hurry(): void
}

/**
 * Starts the parts that the role needs; a failed start stops the parts already started. `onRefused` hears
 * that another secret took this process's place while it was cut off from the database.
 */
export async function startServer(
  config: Config,
  log: Logger,
  onRefused: (why: StartError) => void = () => undefined,
): Promise<Running> {
  const composition = await compose(config, log)
  const { ctx } = composition
  const draining = startDrain()
  let app: FastifyInstance | undefined
  let worker: Runner | undefined
  let watch: Runner | undefined
  let metrics: { close(): Promise<void> } | undefined
  let sweeping: NodeJS.Timeout | undefined
  const ended = new AbortController()
  const stop = async () => {
    ended.abort()
    clearInterval(sweeping)
    const working = worker?.stop(DRAIN_MS)
    if (app) await closeWeb(app, draining, working)
    await Promise.allSettled([working, watch?.stop(0), metrics?.close()])
    await composition.close()
  }
  try {
    await declareTasks(ctx)
    if (config.ROLE !== 'web') {
      worker = startWorker(ctx)
      watch = startWatch(ctx)
    }
    if (config.ROLE !== 'worker') {
      app = await buildWeb(ctx, draining)
      const { PORT: port, host } = config
      await app.listen({ port, host, backlog: BACKLOG }).catch((error: unknown) => {
        throw listenFault(error, { variable: 'PORT', port, host })
      })
    }
    const { METRICS_PORT: port, METRICS_HOST: host } = config
    if (port !== undefined) {
      metrics = await serveMetrics(ctx, composition.pool, port).catch((error: unknown) => {
        throw listenFault(error, { variable: 'METRICS_PORT', port, host })
      })
    }
    if (config.ROLE === 'web') {
      const sweep = () =>
        sweepReceived(ctx).catch((error: unknown) => log.warn({ err: error }, 'the sweep failed'))
      await sweep()
      sweeping = setInterval(() => void sweep(), SWEEP_MS)
    }
    say(config, composition, app)
    if (!(await hasDiskRoom(config))) {
      log.warn('the disk of DATA_DIR is nearly full: uploads are refused (DISK_FLOOR_MB)')
    }
    for (const sentence of await describeOtherBooks(ctx)) {
      log.warn(sentence)
      console.log(sentence)
    }
    const plant = () => {
      if (!config.SEED || !config.LOCAL || config.ROLE === 'worker') return
      seedCatalogue(ctx)
        .then(() => reportSamples(ctx, (sentence) => console.log(sentence), ended.signal))
        .catch((error: unknown) => {
          if (!ended.signal.aborted) log.error({ err: error }, 'seeding failed')
        })
    }
    if (config.missing === undefined) plant()
    else await waitForOwner(ctx, plant)
    ctx.events.subscribeAll((change) => {
      if (change !== null) return
      refuseOtherSecret(ctx).catch((error: unknown) => {
        if (error instanceof StartError) onRefused(error)
        else log.warn({ err: error }, 'the secret could not be compared')
      })
    })
    void tryAfterStart(ctx, ended.signal)
    return { stop, hurry: () => void worker?.stop(0).catch(() => undefined) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The code is told once; its owner chooses the store before the first files are made. */
async function waitForOwner(ctx: Ctx, then: () => void): Promise<void> {
  if (ctx.config.ROLE !== 'worker') {
    const code = await makeSetUpCode(ctx)
    console.log(
      `Nobody owns this server yet. Open ${ctx.origin}/setup and enter ${code}; of several codes the newest counts.`,
    )
  }
  const forget = ctx.settings.subscribe(() => {
    if (ctx.config.missing !== undefined) return
    forget()
    then()
  })
}

/** Lets go of callers one by one; a caller that waits for a job is answered as long as jobs still end. */
async function closeWeb(
  app: FastifyInstance,
  draining: Drain,
  working: Promise<void> | undefined,
): Promise<void> {
  draining.retire()
  const patience = setTimeout(() => draining.end(), DRAIN_MS)
  void working?.catch(() => undefined).then(() => draining.end())
  await pause(RETIRE_MS)
  const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS + CLOSE_MS)
  await app.close().catch(() => undefined)
  clearTimeout(patience)
  clearTimeout(force)
}

function say(config: Config, { embedded }: Composition, app: FastifyInstance | undefined): void {
  const parts = [...embedded, `${config.payments} payments`, `${config.signIn} sign-in`].join(', ')
  const address = app?.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  const where =
    config.PUBLIC_URL ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
  console.log(
    app
      ? `Vignette is ready at ${where} (embedded: ${parts})`
      : `Vignette worker is ready (${parts})`,
  )
}

/** Tries what this process needs, once and beside its work; each failure is a line of the log. */
async function tryAfterStart(ctx: Ctx, ended: AbortSignal): Promise<void> {
  const { config, log } = ctx
  const { store, mail, issuer } = outsideParts({ ...ctx, openStorage: async () => ctx.storage })
  const needed = [
    ...(config.S3_BUCKET ? [store] : []),
    // Workers alone send letters, and web processes alone sign people in.
    ...(config.ROLE === 'web' ? [] : [mail]),
    ...(config.ROLE === 'worker' ? [] : [issuer]),
  ]
  await Promise.all(
    needed.map(async (dependency) => {
      const { name, state, sentence } = await tryDependency(dependency)
      if (state === 'failed' && !ended.aborted) log.warn({ dependency: name }, sentence)
    }),
  )
}

/** The reason why a port could not be opened, in one sentence; an unexpected error is returned unchanged. */
function listenFault(
  error: unknown,
  { variable, port, host }: { variable: 'PORT' | 'METRICS_PORT'; port: number; host: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Set ${variable} to a free one.`)
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user. Set ${variable}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${variable === 'PORT' ? 'HOST' : 'METRICS_HOST'} ${host} is no address of this machine.`,
      )
    default:
      return error
  }
}
