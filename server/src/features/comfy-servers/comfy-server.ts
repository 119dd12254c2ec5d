import type {
  ComfyServerView,
  createComfyServer as route,
} from '@vignette/contract/comfy-servers.ts'
import { OWN_SERVER } from '@vignette/contract/own-server-limits.ts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findAddressFault } from '../../platform/http-client/open-guarded.ts'
import { newId } from '../../platform/ids.ts'
import { ProbeError } from '../../platform/probe-error.ts'
import { reseal, type Secret, seal, unseal } from '../../platform/secrets.ts'
import { type ComfyServerRow, comfyServers } from '../../schema/comfy-servers.ts'
import { principals } from '../../schema/identity.ts'
import { lockCaller, requireUser } from '../identity/index.ts'

const SEALED = 'key of a ComfyUI server'
const TEST_MS = 15_000

type Given = z.output<(typeof route)['body']>

/** Of ten calls at once those that find no room are refused: the caller's row is locked. */
export async function createComfyServer(ctx: Ctx, given: Given): Promise<ComfyServerView> {
  requireUser(ctx)
  const url = readAddress(ctx, given.url)
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx, 'no key update')
    const own = await tx.db.select().from(comfyServers).where(eq(comfyServers.ownerId, owner.id))
    if (own.length >= OWN_SERVER.most) {
      throw new AppError('conflict', `You have ${OWN_SERVER.most} servers. Delete one first.`)
    }
    if (own.some(({ name }) => name === given.name)) {
      throw new AppError('conflict', `You have a server “${given.name}”. Delete it first.`)
    }
    const { auth, header } = readAuth(given.auth)
    const [row] = await tx.db
      .insert(comfyServers)
      .values({
        id: newId(),
        ownerId: owner.id,
        name: given.name,
        url,
        auth,
        sealedHeader: header === undefined ? null : seal(tx.config.secret, SEALED, header),
        createdAt: tx.clock.now(),
      })
      .returning()
    if (!row) throw new Error('the server was not written')
    return view(row)
  })
}

/** The address as it is stored; where its name leads is asked each time when it is called. */
function readAddress({ config }: Pick<Ctx, 'config'>, text: string): string {
  const url = new URL(text)
  const fault =
    findAddressFault(url, { allowedOrigins: reachOf({ config }, url) }) ??
    (url.search || url.hash ? 'it has more than a path' : undefined)
  if (!fault) return url.href.replace(/(?<!\/)\/+$/, '')
  const message = `cannot be called: ${fault}`
  throw new AppError('validation_failed', `url ${message}`, { details: [{ path: 'url', message }] })
}

/** Where this machine alone reaches the server, its owner's own network is meant. */
function reachOf({ config }: Pick<Ctx, 'config'>, { origin, protocol }: URL): string[] {
  return config.loopback && /^https?:$/.test(protocol) ? [origin] : []
}

function readAuth(auth: Given['auth']): Pick<ComfyServerRow, 'auth'> & { header?: string } {
  if (!auth) return { auth: 'none' }
  if ('bearer' in auth) return { auth: 'bearer', header: `Bearer ${auth.bearer}` }
  const pair = Buffer.from(`${auth.user}:${auth.password}`).toString('base64')
  return { auth: 'basic', header: `Basic ${pair}` }
}

export async function listComfyServers(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(comfyServers)
    .where(eq(comfyServers.ownerId, requireUser(ctx).id))
    .orderBy(asc(comfyServers.createdAt), asc(comfyServers.id))
  return { items: rows.map(view), next_cursor: null }
}

/** A run that is under way there ends without a charge. */
export async function deleteComfyServer(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await getOwn(tx, id)
    await tx.db.delete(comfyServers).where(eq(comfyServers.id, id))
  })
}

/** What the server answers, in words. */
export async function testComfyServer(
  ctx: Ctx,
  id: string,
): Promise<{ ok: boolean; message: string }> {
  const server = open(ctx, await getOwn(ctx, id))
  const provider = ctx.providers.find('comfyui')
  if (!provider?.probeOwn) return { ok: false, message: 'ComfyUI is not part of this site.' }
  try {
    return { ok: true, message: await provider.probeOwn(server, AbortSignal.timeout(TEST_MS)) }
  } catch (error) {
    if (error instanceof ProbeError) return { ok: false, message: error.message }
    if (error instanceof Error && error.name === 'TimeoutError') {
      return { ok: false, message: 'No ComfyUI answers there in time.' }
    }
    throw error
  }
}

/** A server of the caller; a stranger's is answered as not found. */
async function getOwn(ctx: Ctx, id: string): Promise<ComfyServerRow> {
  const owner = requireUser(ctx)
  const [row] = await ctx.db
    .select()
    .from(comfyServers)
    .where(and(eq(comfyServers.id, id), eq(comfyServers.ownerId, owner.id)))
  if (!row) throw new AppError('not_found', 'There is no such server.')
  return row
}

function view({ id, name, url, auth, createdAt }: ComfyServerRow): ComfyServerView {
  return { id, name, url, auth, created_at: createdAt.toISOString() }
}

/** As the provider takes it. */
function open(ctx: Pick<Ctx, 'config'>, row: ComfyServerRow) {
  const { id, name, url, sealedHeader } = row
  const header = sealedHeader && unseal(ctx.config.secret, SEALED, sealedHeader)
  const headers: Record<string, string> = header ? { authorization: header } : {}
  return { id, name, url, headers, allowedOrigins: reachOf(ctx, new URL(url)) }
}

/** What the provider asks; the server of a banned or deleted account is not there. */
export function ownServersOf(getCtx: () => Pick<Ctx, 'config' | 'db'>) {
  return {
    async find(by: { owner: string; name: string } | { id: string }) {
      const ctx = getCtx()
      const is =
        'id' in by
          ? eq(comfyServers.id, by.id)
          : and(eq(comfyServers.ownerId, by.owner), eq(comfyServers.name, by.name))
      const [found] = await ctx.db
        .select({ row: comfyServers })
        .from(comfyServers)
        .innerJoin(principals, eq(principals.id, comfyServers.ownerId))
        .where(and(is, isNull(principals.bannedAt), isNull(principals.deletedAt)))
      return found && open(ctx, found.row)
    },
  }
}

/** Seals the keys with the newest SECRET; what none opens is erased. */
export async function resealComfyServers(db: Db, secret: Secret): Promise<void> {
  for (const { id, sealedHeader } of await db.select().from(comfyServers)) {
    if (sealedHeader === null) continue
    await db
      .update(comfyServers)
      .set({ sealedHeader: reseal(secret, SEALED, sealedHeader) })
      .where(and(eq(comfyServers.id, id), eq(comfyServers.sealedHeader, sealedHeader)))
  }
}
