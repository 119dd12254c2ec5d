import { SETTING_GROUPS, type Setting } from '@vignette/contract/setting-groups.ts'
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { principals } from '../../schema/identity.ts'
import { ledgerPostings } from '../../schema/ledger.ts'
import { media } from '../../schema/media.ts'
import { payments } from '../../schema/payments.ts'
import { rolesOf } from '../identity/index.ts'

interface Change {
  changed: readonly Setting[]
  now: Config
  next: Config
}

interface Refusal {
  /** The settings whose change it looks at. */
  of: readonly Setting[]
  /** Why the change may not be, and the way out; undefined where it may. */
  find: (tx: TxCtx, change: Change) => Promise<string | undefined>
}

/** A payment that may still move money: an unpaid checkout fixes nothing once it has ended. */
const OPEN = [
  'created',
  'authorized',
  'delivered',
  'capture_requested',
  'release_requested',
] as const

/** What the database says against a change, besides what a configuration says of itself. */
const REFUSALS: readonly Refusal[] = [
  {
    of: ['PAYMENTS', 'STRIPE_SECRET_KEY'],
    async find(tx, { now, next }) {
      if (accountOf(now) === accountOf(next)) return undefined
      const [row] = await tx.db
        .select({ open: count() })
        .from(payments)
        .where(inArray(payments.state, OPEN))
      if (!row?.open) return undefined
      return `${row.open} payments are open at the present gateway. Wait until they have ended, or release them under Payments, and then change it.`
    },
  },
  {
    of: ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_FORCE_PATH_STYLE'],
    async find(tx) {
      const [row] = await tx.db.select({ files: count() }).from(media)
      if (!row?.files) return undefined
      return `${row.files} files are stored where they are now, and would be missing. End the server, copy them to the new place, and name that place in its environment (docs/operations.md, “Settings”).`
    },
  },
  {
    of: ['CURRENCY'],
    find: (tx, { next }) => whyNotChangeCurrency(tx.db, next.CURRENCY),
  },
  {
    of: SETTING_GROUPS['sign-in'],
    find: findLockOut,
  },
]

export async function findRefusal(
  tx: TxCtx,
  change: Change,
): Promise<{ name: Setting; why: string } | undefined> {
  for (const { of, find } of REFUSALS) {
    const name = of.find((each) => change.changed.includes(each))
    const why = name && (await find(tx, change))
    if (why) return { name, why }
  }
  return undefined
}

/**
 * The sandbox, or the account of the key: Stripe's keys of one account and mode begin alike, so that
 * a new key of the same account changes nothing.
 */
function accountOf({ payments: gateway, STRIPE_SECRET_KEY: key = '' }: Config): string {
  if (gateway === 'sandbox') return gateway
  return /^[sr]k_((?:live|test)_51\w{14})/.exec(key)?.[1] ?? key
}

/** The command line stays where every other way is shut. */
async function findLockOut(tx: TxCtx, { next }: Change): Promise<string | undefined> {
  if (tx.caller.via === 'command') return undefined
  if (next.signIn === 'none') {
    return 'Nobody could sign in any more, and so nobody could change it back. Set up Google or an OIDC issuer first.'
  }
  const accounts = await tx.db
    .select()
    .from(principals)
    .where(and(eq(principals.kind, 'user'), isNull(principals.deletedAt)))
  const staysAdmin = accounts.some(
    (row) => !row.bannedAt && row.issuer === issuerOf(next) && rolesOf(row, next).includes('admin'),
  )
  if (staysAdmin) return undefined
  // A new issuer has no account yet: an admin's verified address here is trusted to come.
  const comes = accounts.some(
    ({ email, emailVerified, bannedAt }) =>
      email && emailVerified && !bannedAt && next.ADMIN_EMAILS.includes(email.toLowerCase()),
  )
  return comes
    ? undefined
    : 'Nobody could sign in as an admin any more: ADMIN_EMAILS must name the verified address of somebody who has an account here.'
}

function issuerOf({ signIn, OIDC_ISSUER }: Config): string | undefined {
  if (signIn === 'google') return 'https://accounts.google.com'
  return signIn === 'development' ? 'development' : OIDC_ISSUER
}

/**
 * Why this server cannot change to another currency, in a sentence; undefined where it can. Its first
 * posting fixes the currency for good, since no later price, balance or statement could be compared.
 */
export async function whyNotChangeCurrency(db: Db, wanted: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ currency: string }>(sql`
    (select currency from ${ledgerPostings} where currency <> ${wanted} limit 1)
    union all
    (select currency from ${payments}
      where currency <> ${wanted} and ${inArray(payments.state, OPEN)} limit 1)
    limit 1`)
  const kept = rows[0]?.currency
  if (!kept) return undefined
  return `The ledger of this server is in ${kept.toUpperCase()} since its first posting, so CURRENCY must stay ${kept}. Another currency needs another database.`
}
