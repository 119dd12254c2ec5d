import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  PostgresStartError,
  startEmbeddedPostgres,
} from '@vignette/embedded-postgres'
import { makeFolder } from '../platform/make-folder.ts'
import { StartError } from '../platform/start-error.ts'

const MEGABYTE = 1024 * 1024
/** What a new database takes with its first samples, at the least. */
const ROOM_MB = 300

/** The embedded PostgreSQL below DATA_DIR; a failed start gives one sentence. */
export async function startDatabase(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    makeFolder(options.dataDir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `DATA_DIR ${options.dataDir} cannot be written (${code}); choose a folder that this account may write to.`,
    )
  }
  refuseFullDisk(options.dataDir)
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (error instanceof PostgresStartError) throw new StartError(error.message)
    throw error
  }
}

/** A database that is there already starts on a fuller disk too, so that it can be looked after. */
export function refuseFullDisk(dataDir: string, wantedMb = ROOM_MB): void {
  if (existsSync(join(dataDir, 'postgres/cluster'))) return
  const { bavail, bsize } = statfsSync(dataDir)
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE)
  if (freeMb >= wantedMb) return
  throw new StartError(
    `DATA_DIR ${dataDir} has ${freeMb} MB of free room, and a new database needs ${wantedMb} MB.`,
  )
}
