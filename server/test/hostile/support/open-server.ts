import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../../faults/support/start-process.ts'
import { type Bystander, startBystander } from './bystander.ts'

/** The server as `npm start` runs it: one process, its own database, every limit at its default. */
export interface HostileServer {
  origin: string
  dataDir: string
  bystander: Bystander
  close(): Promise<void>
}

export async function openServer(): Promise<HostileServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-hostile-'))
  const dataDir = join(folder, 'data')
  const server = await startProcess('all', {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    TMPDIR: folder,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    // Drawing the samples of a first start takes minutes and would disturb the measurement.
    SEED: 'false',
  })
  const origin = server.url.replace('localhost', '127.0.0.1')
  const bystander = startBystander(origin)
  return {
    origin,
    dataDir,
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
