import { X509Certificate } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Provenance } from '@vignette/contract/media.ts'
import { desc, eq, isNotNull } from 'drizzle-orm'
import { type Command, CommandError } from '../../command.ts'
import type { Ctx } from '../../ctx.ts'
import { inTransaction } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { reseal, type Secret, seal, unseal } from '../../platform/secrets.ts'
import { signingKeys } from '../../schema/media.ts'
import type { SigningKey } from './child/messages.ts'

export interface CurrentKey extends SigningKey {
  fingerprint: string
}

const PURPOSE = 'signing key'
const makingKey = defineLock(8_402_150)
/** How soon other processes sign with a new key. */
const KEPT_MS = 60_000
const kept = defineProcessPart(() => ({
  until: 0,
  key: undefined as Promise<CurrentKey> | undefined,
}))

/** The key that signs files now: the operator's, or one that the first process to need it makes. */
export function getSigningKey(ctx: Ctx): Promise<CurrentKey> {
  const memory = ctx.process.of(kept)
  const now = ctx.clock.now().getTime()
  if (memory.key && now < memory.until) return memory.key
  memory.until = now + KEPT_MS
  memory.key = findKey(ctx).catch((error: unknown) => {
    memory.key = undefined
    throw error
  })
  return memory.key
}

async function findKey(ctx: Ctx): Promise<CurrentKey> {
  const { C2PA_CERT: chain, C2PA_KEY: key } = ctx.config
  if (chain && key) {
    const fingerprint = fingerprintOf(chain)
    await ctx.db
      .insert(signingKeys)
      .values({ fingerprint, chain, createdAt: ctx.clock.now() })
      .onConflictDoNothing()
    return { fingerprint, chain, key }
  }
  return (await readOwnKey(ctx)) ?? keepKey(ctx, await makeKey(ctx))
}

/** The newest key of the site's own; undefined where there is none that the present secret opens. */
async function readOwnKey(ctx: Pick<Ctx, 'db' | 'config'>): Promise<CurrentKey | undefined> {
  const [row] = await ctx.db
    .select()
    .from(signingKeys)
    .where(isNotNull(signingKeys.sealedKey))
    .orderBy(desc(signingKeys.createdAt))
    .limit(1)
  const key = unseal(ctx.config.secret, PURPOSE, row?.sealedKey ?? '')
  return row && key ? { fingerprint: row.fingerprint, chain: row.chain, key } : undefined
}

/** Seals the keys with the newest SECRET; where none opens the key, the next file makes another. */
export async function resealSigningKeys(db: Ctx['db'], secret: Secret): Promise<void> {
  for (const { fingerprint, sealedKey } of await db.select().from(signingKeys)) {
    const sealed = reseal(secret, PURPOSE, sealedKey)
    if (sealed === null || sealed === sealedKey) continue
    await db
      .update(signingKeys)
      .set({ sealedKey: sealed })
      .where(eq(signingKeys.fingerprint, fingerprint))
  }
}

const makeKey = (ctx: Ctx) =>
  ctx.children.run<SigningKey>('makeSigningKey', {
    organisation: ctx.config.OPERATOR_NAME,
    host: new URL(ctx.origin).hostname,
    now: ctx.clock.now(),
  })

/** Of two processes that make a first key at once, both use the one that was written first. */
async function keepKey(ctx: Ctx, made: SigningKey, replaces = false): Promise<CurrentKey> {
  return inTransaction(ctx, async (tx) => {
    await lockFor(tx, makingKey)
    const other = replaces ? undefined : await readOwnKey(tx)
    if (other) return other
    const { chain, key } = made
    const fingerprint = fingerprintOf(chain)
    const sealedKey = seal(tx.config.secret, PURPOSE, key)
    await tx.db
      .insert(signingKeys)
      .values({ fingerprint, chain, sealedKey, createdAt: tx.clock.now() })
    return { fingerprint, chain, key }
  })
}

/** Signs from now on with a new key of the site's own; files keep the signatures that they have. */
async function replaceSigningKey(ctx: Ctx): Promise<CurrentKey> {
  const made = await keepKey(ctx, await makeKey(ctx), true)
  ctx.process.of(kept).until = 0
  return made
}

/** The certificates by which a reader knows this site's signatures, old ones too. */
export async function getProvenance(ctx: Ctx): Promise<Provenance> {
  const current = await getSigningKey(ctx)
  const rows = await ctx.db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt))
  return {
    time_stamped: ctx.config.C2PA_TSA_URL !== undefined,
    keys: rows.map(({ fingerprint, chain, sealedKey, createdAt }) => ({
      fingerprint,
      chain,
      made_here: sealedKey !== null,
      current: fingerprint === current.fingerprint,
      since: createdAt.toISOString(),
    })),
  }
}

function fingerprintOf(chain: string): string {
  return new X509Certificate(chain).fingerprint256.replaceAll(':', '').toLowerCase()
}

export const replaceKeyCommand: Command = {
  name: 'signing new-key',
  usage: 'signing new-key',
  summary: 'Signs new creations with a new key of this site; signed files stay valid',
  async run(ctx, args) {
    parseArgs({ args, options: {} })
    if (ctx.config.C2PA_KEY) {
      throw new CommandError('C2PA_KEY names the key: put another file there and start again.')
    }
    const { fingerprint } = await replaceSigningKey(ctx)
    return `Every process signs with ${fingerprint} within a minute.`
  },
}
