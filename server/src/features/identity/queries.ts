import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { hashAnonymousId } from './hash-anonymous-id.ts'
import { isAnonymousId } from './is-anonymous-id.ts'
import { publicHandle } from './rules.ts'
import { type PrincipalRow, principals } from './tables.ts'

type Reader = Pick<Ctx, 'db'>

/** The public fields of a principal. */
interface PublicPrincipal {
  id: string
  kind: 'visitor' | 'user'
  username: string | null
  handle: string
  picture: string | null
  banned: boolean
  deleted: boolean
  approvedCreator: boolean
}

function toPublicPrincipal(row: PrincipalRow): PublicPrincipal {
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    handle: publicHandle(row),
    picture: row.picture,
    banned: row.bannedAt !== null,
    deleted: row.deletedAt !== null,
    approvedCreator: row.approvedCreatorAt !== null,
  }
}

const byIds = prepared((db) =>
  db
    .select()
    .from(principals)
    .where(sql`${principals.id} = any(${sql.placeholder('ids')})`),
)

export async function findPrincipals(
  ctx: Reader,
  ids: readonly string[],
): Promise<Map<string, PublicPrincipal>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(ctx.db).execute({ ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, toPublicPrincipal(row)]))
}

export async function findPrincipalRow(ctx: Reader, id: string): Promise<PrincipalRow | undefined> {
  const [row] = await ctx.db.select().from(principals).where(eq(principals.id, id))
  return row
}

const visitorByHash = prepared((db) =>
  db
    .select()
    .from(principals)
    .where(and(eq(principals.anonHash, sql.placeholder('hash')), eq(principals.kind, 'visitor'))),
)

async function findVisitor(ctx: Reader, anonymousId: string): Promise<PrincipalRow | undefined> {
  const [row] = await visitorByHash(ctx.db).execute({ hash: hashAnonymousId(anonymousId) })
  return row
}

/**
 * The visitor that an anonymous id acts as, also through an alias. `spent` once an account has
 * claimed the visitor: then only signing in gives access.
 */
export async function findActingVisitor(
  ctx: Reader,
  anonymousId: string,
): Promise<PrincipalRow | 'spent' | undefined> {
  const row = await findVisitor(ctx, anonymousId)
  const acting = row?.claimedBy ? await findPrincipalRow(ctx, row.claimedBy) : row
  if (!acting) return undefined
  return acting.kind === 'visitor' && !acting.claimedBy && !acting.deletedAt ? acting : 'spent'
}

export async function findByUsername(
  ctx: Reader,
  username: string,
): Promise<PrincipalRow | undefined> {
  const [row] = await ctx.db.select().from(principals).where(eq(principals.username, username))
  return row
}

/**
 * The row of a public id or anonymous id in a path or body. A claimed visitor's id gives the
 * account's row.
 */
export async function findByAnyId(ctx: Reader, id: string): Promise<PrincipalRow | undefined> {
  const row = UUID_PATTERN.test(id)
    ? await findPrincipalRow(ctx, id.toLowerCase())
    : isAnonymousId(id)
      ? await findVisitor(ctx, id)
      : undefined
  return row?.claimedBy ? findPrincipalRow(ctx, row.claimedBy) : row
}
