import { randomInt } from 'node:crypto'
import type {
  finishSetUp as finishRoute,
  SettingsView,
  TrialView,
  testSetUp as testRoute,
} from '@vignette/contract/settings.ts'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { hashSecret, isSame } from '../../platform/secrets.ts'
import { principals } from '../../schema/identity.ts'
import { setUpCode } from '../../schema/settings.ts'
import { refused, viewSettings } from './setting.ts'
import { tryValues } from './test-settings.ts'
import { announceSettings, checkOutside, storeIn } from './update-settings.ts'

/** Letters and digits that are not mistaken for one another; sixteen of them have 79 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const MOST_WRONG = 20

/** Whether the server has an owner: this machine's person, or an admin by name or by role. */
export async function hasOwner(
  db: Db,
  { loopback, ADMIN_EMAILS }: Pick<Config, 'loopback' | 'ADMIN_EMAILS'>,
): Promise<boolean> {
  if (loopback || ADMIN_EMAILS.length > 0) return true
  const staff = await db
    .select({ id: principals.id })
    .from(principals)
    .where(isNotNull(principals.staffRoles))
    .limit(1)
  return staff.length > 0
}

/** A new code, whose hash alone is kept; it takes the place of the one before in every process. */
export async function makeSetUpCode({ db }: Pick<Ctx, 'db'>): Promise<string> {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)] ?? '')
  const code = letters.join('').replace(/....(?=.)/g, '$&-')
  const row = { hash: hashCode(code), wrong: 0 }
  await db.insert(setUpCode).values(row).onConflictDoUpdate({ target: setUpCode.only, set: row })
  return code
}

/** As a person types it. */
const hashCode = (code: string) => hashSecret(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

async function requireCode(ctx: Ctx, code: string): Promise<string> {
  if (ctx.config.missing === undefined) {
    throw new AppError('not_found', 'This server is set up already.')
  }
  const [kept] = await ctx.db.select().from(setUpCode)
  const hash = hashCode(code)
  if (kept && isSame(hash, kept.hash)) return hash
  const [now] = await ctx.db
    .update(setUpCode)
    .set({ wrong: sql`${setUpCode.wrong} + 1` })
    .returning()
  if (now?.wrong === MOST_WRONG) {
    ctx.log.warn(`The code was tried ${MOST_WRONG} times; it is now ${await makeSetUpCode(ctx)}`)
  }
  throw new AppError(
    'forbidden',
    'This is not the code. The newest one in the server’s log counts.',
  )
}

export async function readSetUp(ctx: Ctx, code: string): Promise<SettingsView> {
  await requireCode(ctx, code)
  return viewSettings(ctx)
}

export async function testSetUp(
  ctx: Ctx,
  { code, mail_to: to, ...given }: z.output<(typeof testRoute)['body']>,
): Promise<{ trials: TrialView[] }> {
  await requireCode(ctx, code)
  return tryValues(ctx, { ...given, to: to ?? null })
}

/** All at once, or nothing: half a set-up would open a server without an owner. */
export async function finishSetUp(
  ctx: Ctx,
  { code, values }: z.output<(typeof finishRoute)['body']>,
): Promise<void> {
  const hash = await requireCode(ctx, code)
  const next = await checkOutside(ctx, values)
  if (next.signIn === 'none') {
    throw refused('OIDC_ISSUER', 'Without Google or an OIDC issuer nobody could sign in.')
  }
  if (next.ADMIN_EMAILS.length === 0) {
    throw refused('ADMIN_EMAILS', 'ADMIN_EMAILS must name the address with which you sign in.')
  }
  await inTransaction(ctx, async (tx) => {
    const spent = await tx.db.delete(setUpCode).where(eq(setUpCode.hash, hash)).returning()
    if (spent.length === 0) throw new AppError('forbidden', 'This code was used meanwhile.')
    await storeIn(tx, { values, actorId: null, first: true })
  })
  await announceSettings(ctx)
}
