import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Ctx } from '../ctx.ts'
import type { DatabaseMetric } from '../platform/db/db.ts'
import { serveHttpMetrics } from '../platform/http/observe.ts'
import { type DiskRoom, readDiskRoom } from '../platform/storage/disk-room.ts'
import type { ServerState } from '../providers/generation/spec.ts'
import { FEATURES } from './features.ts'
import { readBackupAge } from './scheduled-backups.ts'

/** Serves Prometheus metrics on a separate port, which is not public. */
export async function serveMetrics(
  ctx: Ctx,
  pool: Pool,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const registry = collectAll(ctx, pool)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, ctx.config.METRICS_HOST, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function collectAll(ctx: Ctx, pool: Pool): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  serveHttpMetrics(registry)
  for (const metric of FEATURES.flatMap(({ metrics = [] }) => metrics)) {
    if (!('query' in metric)) registry.registerMetric(metric)
  }
  collectShared(ctx, registry)
  new Gauge({
    name: 'vignette_database_up',
    help: 'Whether the database answered at this scrape.',
    registers,
    async collect() {
      const up = await ctx.db.execute(sql`select 1`).then(
        () => true,
        () => false,
      )
      this.set(Number(up))
    },
  })
  new Gauge({
    name: 'vignette_database_pool',
    help: 'Connections of this process’s pool by state, and the queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'vignette_events_connected',
    help: 'Whether this process hears notifications; without them streams and caches lag.',
    registers,
    collect() {
      this.set(Number(ctx.events.isConnected()))
    },
  })
  return registry
}

/** What each process of the machine reads alike, from the database, the disk and the servers of models. */
export function collectShared(ctx: Ctx, registry: Registry): void {
  const registers = [registry]
  for (const metric of FEATURES.flatMap(({ metrics = [] }) => metrics)) {
    if ('query' in metric) gaugeOf(ctx, metric, registry)
  }
  new Gauge({
    name: 'vignette_backup_age_seconds',
    help: 'How old the newest whole backup is, or the first try while there is none; absent without BACKUP_S3_BUCKET.',
    registers,
    async collect() {
      this.remove()
      const age = await readBackupAge(ctx).catch(() => undefined)
      if (age !== undefined) this.set(age)
    },
  })
  const servers = (name: string, help: string, of: (state: ServerState) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['provider', 'server'],
      registers,
      async collect() {
        this.reset()
        for (const { id: provider } of ctx.providers.list()) {
          const states = (await ctx.providers.get(provider).listServers?.()) ?? []
          for (const state of states) {
            const value = of(state)
            if (value !== null) this.set({ provider, server: state.name }, value)
          }
        }
      },
    })
  servers(
    'vignette_provider_server_up',
    'Whether a ComfyUI server of the operator answered this process within the last seconds.',
    ({ up }) => Number(up),
  )
  servers(
    'vignette_provider_server_queue',
    'Runs that a ComfyUI server of the operator has, whoever started them; absent while it is away.',
    ({ queue }) => queue,
  )
  const rooms = (name: string, help: string, of: (room: DiskRoom) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers,
      async collect() {
        for (const room of await readDiskRoom(ctx.config)) {
          this.set({ folder: room.folder }, of(room))
        }
      },
    })
  rooms('vignette_disk_free_bytes', 'Free room of DATA_DIR and of its media.', (r) => r.freeBytes)
  rooms(
    'vignette_disk_floor_bytes',
    'Free room below which uploads are refused and product events dropped.',
    (r) => r.floorBytes,
  )
}

/** Where the query fails, this metric is absent; all other metrics are still served. */
function gaugeOf(ctx: Ctx, { name, help, labels, query }: DatabaseMetric, registry: Registry) {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      this.reset()
      // Without labels a reset would report a false zero.
      if (labels.length === 0) this.remove()
      try {
        const { rows } = await ctx.db.execute<Record<string, string>>(sql.raw(query))
        for (const { value, ...of } of rows) this.set(of, Number(value))
      } catch (error) {
        ctx.log.warn({ err: error, metric: name }, 'a metric could not be read')
      }
    },
  })
}
