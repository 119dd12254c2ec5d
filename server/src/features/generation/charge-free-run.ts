import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { networkOf, widerNetworkOf } from '../../platform/http/network-of.ts'
import { freeCompute } from './tables.ts'

/** A free run on this machine, as stored with its job. */
export interface FreeRun {
  seconds: number
  /** The hashed network of a signed-out visitor, else null. */
  network: string | null
}

interface Scope {
  name: string
  most: number
  whose: string
}

const DAY_MS = 86_400_000
/** One customer of a provider may have a whole IPv6 /48, and a few homes share an IPv4 /24. */
const WIDER = 10

/**
 * Counts a free run against the day's seconds, or refuses the run. The one statement also locks out
 * other starts of the same owner and network until the commit.
 */
export async function chargeFreeRun(
  tx: TxCtx,
  owner: Principal,
  seconds: number,
): Promise<FreeRun> {
  const { FREE_DAILY_SECONDS: most } = tx.config
  const own: Scope = { name: ownerScope(owner.id), most, whose: 'Your free creations' }
  if (owner.kind === 'user') {
    await charge(tx, [own], seconds)
    return { seconds, network: null }
  }
  const whose = 'Free creations from your network'
  const network = hashOf(tx, networkOf(tx.caller.address))
  const wider = hashOf(tx, widerNetworkOf(tx.caller.address))
  await charge(
    tx,
    [
      own,
      { name: networkScope(network), most, whose },
      { name: networkScope(wider), most: most * WIDER, whose },
    ],
    seconds,
    'Sign in to have seconds of your own.',
  )
  return { seconds, network }
}

/** Locks the counts of the owner and the network, so that their free runs start, or leave the line, one at a time. */
export async function lockFreeRuns(
  tx: TxCtx,
  { ownerId, network }: { ownerId: string; network: string | null },
): Promise<void> {
  const names = [ownerScope(ownerId), ...(network ? [networkScope(network)] : [])]
  await count(tx, names, 0)
}

const ownerScope = (id: string) => `owner ${id}`
const networkScope = (hash: string) => `network ${hash}`

/** A keyed hash, so that no reader without our secret can find the address by trying all addresses. */
function hashOf({ config }: TxCtx, network: string): string {
  const hash = createHmac('sha256', config.secret).update(`free compute of ${network}`)
  return hash.digest('base64url').slice(0, 22)
}

async function charge(
  tx: TxCtx,
  scopes: readonly Scope[],
  seconds: number,
  advice = '',
): Promise<void> {
  const used = await count(
    tx,
    scopes.map((scope) => scope.name),
    seconds,
  )
  if (tx.config.FREE_DAILY_SECONDS === 0) return
  const over = scopes.find(({ name, most }) => (used.get(name) ?? 0) > most)
  if (!over) return
  const now = tx.clock.now().getTime()
  const leftMs = DAY_MS - (now % DAY_MS)
  throw new AppError(
    'rate_limited',
    `${over.whose} may take ${over.most} s of this server’s time a day, and less is left today than the ${seconds} s of this one. They go on at 00:00 UTC, in ${tellTime(leftMs)}. ${advice}`.trim(),
    { retryAfterSeconds: Math.ceil(leftMs / 1000) },
  )
}

function tellTime(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Adds to each scope's seconds of today and locks its row, in one order to avoid deadlocks. */
async function count(
  tx: TxCtx,
  names: readonly string[],
  seconds: number,
): Promise<Map<string, number>> {
  const day = today(tx)
  const rows = await tx.db
    .insert(freeCompute)
    .values(names.toSorted().map((scope) => ({ scope, day, seconds })))
    .onConflictDoUpdate({
      target: freeCompute.scope,
      set: {
        // Machines' clocks may differ at midnight, so a day that has begun stays.
        seconds: sql`excluded.seconds + case when ${freeCompute.day} >= excluded.day then ${freeCompute.seconds} else 0 end`,
        day: sql`greatest(${freeCompute.day}, excluded.day)`,
      },
    })
    .returning()
  return new Map(rows.map((row) => [row.scope, row.seconds]))
}

export function today({ clock }: Pick<Ctx, 'clock'>): string {
  return clock.now().toISOString().slice(0, 10)
}
