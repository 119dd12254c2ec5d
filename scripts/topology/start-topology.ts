import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@vignette/embedded-postgres'
import { pino } from 'pino'
import { type Balancer, startBalancer } from './balance.ts'
import { type Member, startMember } from './start-member.ts'

const SERVER = fileURLToPath(new URL('../../server/src/main/start.ts', import.meta.url))
const STORE = fileURLToPath(new URL('./object-store.ts', import.meta.url))
const BUCKET = 'vignette'
const NAMES = ['web-1', 'web-2', 'worker-1', 'worker-2'] as const
export type Name = (typeof NAMES)[number]

export interface TopologyOptions {
  /**
   * The data folder of the topology's own parts; an external database or store keeps nothing here.
   */
  dataDir: string
  /** The balancer's port; 0 takes a free port. */
  port: number
  /** Passed to every process; DATABASE_URL and S3_* name an external database and store. */
  env: Record<string, string | undefined>
  onLine?: (name: string, line: string) => void
}

/** Two web processes and two workers with one database and one object store, behind one port. */
export interface Topology {
  /** The balancer's URL. */
  url: string
  databaseUrl: string
  member(name: Name): Member
  /** Stops one process gracefully, then starts the process again, as an upgrade does. */
  restart(name: Name): Promise<void>
  stop(): Promise<void>
}

export async function startTopology(options: TopologyOptions): Promise<Topology> {
  const { dataDir, onLine = () => undefined } = options
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    await mkdir(dataDir, { recursive: true })
    const databaseUrl = options.env['DATABASE_URL'] || (await ownDatabase(dataDir, closers))
    const store = options.env['S3_BUCKET'] ? {} : await ownStore(options, closers)
    const secret = options.env['SECRET'] || (await readSecret(join(dataDir, 'secret')))
    const balancer = await startBalancer(options.port)
    closers.push(() => balancer.close())
    const members = new Map<Name, Member>()

    const start = async (name: Name) => {
      const member = await startMember({
        name,
        program: SERVER,
        env: {
          ...options.env,
          ...store,
          NODE_ENV: 'production',
          ROLE: name.startsWith('web') ? 'web' : 'worker',
          PORT: '0',
          HOST: '127.0.0.1',
          METRICS_PORT: '',
          TRUST_PROXY: '1',
          // Behind a proxy every request would seem to come from this machine.
          DEVELOPMENT_SIGN_IN: 'false',
          DATABASE_URL: databaseUrl,
          SECRET: secret,
          // Processes share only the database and the store.
          DATA_DIR: join(dataDir, name),
        },
        onLine: (line) => onLine(name, line),
      })
      members.set(name, member)
      share(balancer, members)
    }
    closers.push(() => Promise.all([...members.values()].map((member) => member.stop())))
    const starts = await Promise.allSettled(NAMES.map(start))
    for (const one of starts) if (one.status === 'rejected') throw one.reason

    const memberOf = (name: Name) => {
      const member = members.get(name)
      if (!member) throw new Error(`${name} is not running`)
      return member
    }
    return {
      url: balancer.url,
      databaseUrl,
      member: memberOf,
      async restart(name) {
        await memberOf(name).stop()
        await start(name)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function share(balancer: Balancer, members: ReadonlyMap<Name, Member>): void {
  balancer.use([...members.values()].map((member) => member.url).filter(Boolean))
}

type Closers = (() => Promise<unknown>)[]

async function ownDatabase(dataDir: string, closers: Closers): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
  closers.push(() => server.stop())
  return server.connectionString
}

async function ownStore(options: TopologyOptions, closers: Closers) {
  const store = await startMember({
    name: 'store',
    program: STORE,
    env: {
      ...options.env,
      STORE_DIR: join(options.dataDir, 'store'),
      STORE_BUCKET: BUCKET,
    },
    onLine: (line) => options.onLine?.('store', line),
  })
  closers.push(() => store.stop())
  return {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: 'topology',
    S3_SECRET_ACCESS_KEY: 'topology',
  }
}

/** Kept, so that visitors keep their identity over a restart of the whole topology. */
async function readSecret(file: string): Promise<string> {
  const fresh = randomBytes(32).toString('hex')
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return readFile(file, 'utf8')
}
