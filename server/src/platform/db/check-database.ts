import pg from 'pg'
import { StartError } from '../start-error.ts'

const OLDEST = 15
const CONNECT_TIMEOUT_MS = 10_000

/** Answers PostgreSQL's release, or says in one sentence why DATABASE_URL cannot be used; no message of pg contains the password. */
export async function checkDatabase(connectionString: string): Promise<number> {
  const release = await readRelease(connectionString).catch((cause: unknown) => {
    const { message, code } = cause as { message?: string; code?: string }
    throw new StartError(`DATABASE_URL does not answer: ${message || code || 'no reason told'}.`, {
      cause,
    })
  })
  if (release < OLDEST) {
    throw new StartError(
      `DATABASE_URL is PostgreSQL ${release}; Vignette needs ${OLDEST} or later.`,
    )
  }
  return release
}

async function readRelease(connectionString: string): Promise<number> {
  const client = new pg.Client({
    connectionString,
    application_name: 'vignette-check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>(
      `select current_setting('server_version_num') as number`,
    )
    return Math.floor(Number(rows[0]?.number) / 10_000)
  } finally {
    await client.end()
  }
}
