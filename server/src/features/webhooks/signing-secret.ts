import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import { seal, unseal } from '../../platform/secrets.ts'
import { type WebhookEndpointRow, webhookEndpoints } from '../../schema/webhooks.ts'
import { SECRET_PREFIX } from './rules.ts'

const SEALED = 'webhook secret'

export const newSigningSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64')

export const sealSecret = ({ config }: Pick<Ctx, 'config'>, secret: string) =>
  seal(config.secret, SEALED, secret)

/** The secrets that sign now: the present one, and for a day the one before. */
export function secretsOf(
  { config, clock }: Pick<Ctx, 'config' | 'clock'>,
  { secret, oldSecret, oldSecretUntil }: WebhookEndpointRow,
): string[] {
  const isOldGood = oldSecretUntil !== null && oldSecretUntil > clock.now()
  return [secret, isOldGood ? oldSecret : null].flatMap(
    (sealed) => (sealed && unseal(config.secret, SEALED, sealed)) || [],
  )
}

/**
 * Seals the secrets with a new SECRET; what the old one does not open is erased, and its endpoint pauses
 * until its owner makes a new secret.
 */
export async function resealWebhooks(
  db: Db,
  { from, to }: { from: string | undefined; to: string },
): Promise<void> {
  const again = (sealed: string | null) => {
    const text = from && sealed ? unseal(from, SEALED, sealed) : undefined
    return text === undefined ? null : seal(to, SEALED, text)
  }
  for (const row of await db.select().from(webhookEndpoints)) {
    const secret = again(row.secret)
    const oldSecret = again(row.oldSecret)
    await db
      .update(webhookEndpoints)
      .set({
        secret,
        oldSecret,
        oldSecretUntil: oldSecret === null ? null : row.oldSecretUntil,
        ...(secret || row.state !== 'on' ? {} : { state: 'paused' }),
      })
      .where(eq(webhookEndpoints.id, row.id))
  }
}
