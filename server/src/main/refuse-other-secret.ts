import type { Ctx } from '../ctx.ts'
import type { Db } from '../platform/db/db.ts'
import { isSame, signature } from '../platform/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { serverSecret } from './tables.ts'

export const OTHER_SECRET =
  'SECRET is not the one that this database belongs to (where SECRET is not set, it is the file "secret" in DATA_DIR): set that one again. Where it is lost or has leaked, end every process and run npm run cli -- secret replace, which says what ends with it.'

export const fingerprintOf = (secret: string) => signature(secret, 'fingerprint', 'vignette')

/**
 * The first process leaves the fingerprint of its secret; one with another secret is refused, since it
 * would open nothing that the others sealed, and honour none of their links and cookies. Waits for a
 * secret that is being replaced.
 */
export async function refuseOtherSecret({
  db,
  config,
  clock,
}: Pick<Ctx, 'db' | 'config' | 'clock'>): Promise<void> {
  const fingerprint = fingerprintOf(config.secret)
  await db.insert(serverSecret).values({ fingerprint, since: clock.now() }).onConflictDoNothing()
  const [kept] = await db.select().from(serverSecret).for('share')
  if (!kept || !isSame(kept.fingerprint, fingerprint)) throw new StartError(OTHER_SECRET)
}

/** The fingerprint of the secret in use; undefined before the first start. */
export async function readFingerprint(db: Db): Promise<string | undefined> {
  const [kept] = await db.select().from(serverSecret)
  return kept?.fingerprint
}
