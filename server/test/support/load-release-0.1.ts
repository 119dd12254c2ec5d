import { readFile } from 'node:fs/promises'
import pg from 'pg'
import people from '../fixtures/0.1/people.json' with { type: 'json' }

const DUMP = new URL('../fixtures/0.1/dump.sql', import.meta.url)

/** Who and what the dump holds. */
export const RELEASE_01 = people

/** Fills an empty database with what 0.1 itself left behind; fixtures/0.1/README.md says how that was made. */
export async function loadRelease01(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(await readFile(DUMP, 'utf8'))
  } finally {
    await client.end()
  }
}
