import { readFile } from 'node:fs/promises'
import pg from 'pg'
import people from '../fixtures/0.1/people.json' with { type: 'json' }

const DUMP = new URL('../fixtures/0.1/dump.sql', import.meta.url)

/** The people and objects of the dump. */
export const RELEASE_01 = people

/** Loads a dump of 0.1 into an empty database; fixtures/0.1/README.md says how the dump was made. */
export async function loadRelease01(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(await readFile(DUMP, 'utf8'))
  } finally {
    await client.end()
  }
}
