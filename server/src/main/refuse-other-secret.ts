import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../platform/db/db.ts'
import {
  fingerprintOf,
  isSame,
  listSecretIds,
  type Secret,
  type Secrets,
} from '../platform/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { serverSecret } from './tables.ts'

export const OTHER_SECRET =
  'SECRET is not the one that this database belongs to (where SECRET is not set, it is the file "secret" in DATA_DIR): set that one again. A new one takes its place in a list, SECRET=new,old. Where the old one is lost, end every process and run npm run cli -- secret replace, which says what ends with it.'

/** Which secret of these made the fingerprint. */
export const secretOfPrint = (secrets: Secrets, print: string): string | undefined =>
  secrets.find((one) => isSame(fingerprintOf(one), print))

const LISTENS = 'vignette-listen'
/** PostgreSQL cuts longer names. */
const MOST_BYTES = 63

/** The name of a process's longest connection, which tells the ids of its secrets. */
export const listenerOf = (secret: Secret) =>
  [LISTENS, ...listSecretIds(secret)].join(' ').slice(0, MOST_BYTES)

export interface RunningProcess extends Record<string, unknown> {
  host: string
  ids: string[]
}

/** Each process listens on a connection of its own as long as it lives. */
export async function listRunning(db: Db): Promise<RunningProcess[]> {
  const { rows } = await db.execute<{ host: string; name: string }>(sql`
    select coalesce(host(client_addr), 'this machine') as host, application_name as name
    from pg_stat_activity
    where datname = current_database() and split_part(application_name, ' ', 1) = ${LISTENS}
    order by 1`)
  return rows.map(({ host, name }) => ({ host, ids: name.split(' ').slice(1) }))
}

/**
 * The first process leaves the fingerprint of its secret; one without that secret is refused, since it
 * would open nothing that the others sealed, and honour none of their links and cookies. Waits for a
 * secret that is being replaced. Answers the one that the database belongs to.
 */
export async function refuseOtherSecret({
  db,
  config,
  clock,
}: Pick<Ctx, 'db' | 'config' | 'clock'>): Promise<string> {
  const fingerprint = fingerprintOf(config.secret)
  await db.insert(serverSecret).values({ fingerprint, since: clock.now() }).onConflictDoNothing()
  const [kept] = await db.select().from(serverSecret).for('share')
  const own = kept && secretOfPrint(config.secret, kept.fingerprint)
  if (own === undefined) throw new StartError(OTHER_SECRET)
  return own
}

/** The fingerprint of the secret in use; undefined before the first start. */
export async function readFingerprint(db: Db): Promise<string | undefined> {
  const [kept] = await db.select().from(serverSecret)
  return kept?.fingerprint
}
