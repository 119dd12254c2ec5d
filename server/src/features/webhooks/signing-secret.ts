import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import { reseal, type Secret, seal, unseal } from '../../platform/secrets.ts'
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
 * Seals the secrets with the newest SECRET; what none opens is erased, and its endpoint pauses until its
 * owner makes a new secret.
 */
export async function resealWebhooks(db: Db, by: Secret): Promise<void> {
  for (const row of await db.select().from(webhookEndpoints)) {
    const secret = reseal(by, SEALED, row.secret)
    const oldSecret = reseal(by, SEALED, row.oldSecret)
    if (secret === row.secret && oldSecret === row.oldSecret) continue
    await db
      .update(webhookEndpoints)
      .set({
        secret,
        oldSecret,
        oldSecretUntil: oldSecret === null ? null : row.oldSecretUntil,
        ...(secret || row.state !== 'on' ? {} : { state: 'paused' }),
      })
      .where(
        and(
          eq(webhookEndpoints.id, row.id),
          // One whose owner makes another secret meanwhile keeps that one.
          sql`(${webhookEndpoints.secret}, ${webhookEndpoints.oldSecret})
            is not distinct from (${row.secret}::text, ${row.oldSecret}::text)`,
        ),
      )
  }
}
