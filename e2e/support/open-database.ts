import { startEmbeddedPostgres } from '@vignette/embedded-postgres'
import pg from 'pg'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A connection to the database of a running server, beside it. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const { connectionString } = await startEmbeddedPostgres({ dataDir, share: true, log })
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
