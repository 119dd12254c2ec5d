import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess } from '../../faults/support/start-process.ts'
import { findFreePort } from '../../support/stand-ins/listen-on-loopback.ts'
import { BYSTANDER } from './addresses.ts'
import { type Bystander, startBystander } from './bystander.ts'
import { callFrom } from './call-from.ts'
import { jobOf, LONG_FILM, openVisitor, publish, readJob, remix, SKETCH } from './visitor.ts'

/** The ids of what stood there before the server was public. */
export interface Made {
  sketch: string
  film: string
  /** A public creation. */
  creation: string
}

/** A public server: one process, its own database, every limit at its default. */
export interface HostileServer {
  origin: string
  dataDir: string
  made: Made
  bystander: Bystander
  close(): Promise<void>
}

export async function openServer(): Promise<HostileServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-hostile-'))
  const dataDir = join(folder, 'data')
  const port = await findFreePort()
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    TMPDIR: folder,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SECRET: 'a-secret-of-the-hostile-suite-32-characters',
    HOST: '127.0.0.1',
    PORT: String(port),
    // Drawing the samples of a first start takes minutes and would disturb the measurement.
    SEED: 'false',
  }
  const origin = `http://127.0.0.1:${port}`
  // A guest publishes on loopback alone.
  const before = await startProcess('all', env)
  const made = await make(origin)
  await before.terminate()
  const server = await startProcess('all', {
    ...env,
    PUBLIC_URL: 'http://shop.example',
    ALLOW_HTTP: 'true',
    OPERATOR_CONTACT: 'operator@shop.example',
    PAYMENTS: 'sandbox',
  })
  const bystander = startBystander(origin, made)
  return {
    origin,
    dataDir,
    made,
    bystander,
    async close() {
      await bystander.end()
      // The first signal lets running jobs finish, the second hands them back at once.
      void server.terminate()
      await server.terminate()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function make(origin: string): Promise<Made> {
  const creator = openVisitor(callFrom(BYSTANDER, origin))
  const sketch = await publish(creator, SKETCH)
  const film = await publish(creator, LONG_FILM)
  const job = jobOf(await remix(creator, sketch, { public: true }))
  while (true) {
    const { status, result } = await readJob(creator, job)
    if (status === 'COMPLETED') return { sketch, film, creation: (result as { id: string }).id }
    if (status === 'FAILED') throw new Error('the sketch failed')
    await pause(100)
  }
}
