import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  PostgresStartError,
  startEmbeddedPostgres,
} from '@vignette/embedded-postgres'
import { makeFolder } from '../platform/make-folder.ts'
import { StartError } from '../platform/start-error.ts'

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
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (error instanceof PostgresStartError) throw new StartError(error.message)
    throw error
  }
}
