import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isSame } from '../../platform/secrets.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { workflows } from '../../schema/workflows.ts'
import { requireVisitor } from '../identity/index.ts'
import { isReported } from '../moderation/index.ts'
import { isListed } from '../workflows/index.ts'
import { linkKey } from './link-keys.ts'

export function creationNotFound(): AppError {
  return new AppError('not_found', 'This creation may have been deleted or does not exist.')
}

const deliveredById = prepared((db) =>
  db
    .select()
    .from(creations)
    .where(
      and(
        eq(creations.id, sql.placeholder('id')),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
      ),
    ),
)

/** A creation that this caller may see: public, the caller's own, opened by its key, or reported and seen by an admin. */
export async function getVisible(ctx: Ctx, id: string, key?: string): Promise<CreationRow> {
  const [row] = await deliveredById(ctx.db).execute({ id })
  const { principal } = ctx.caller
  if (!row) throw creationNotFound()
  if (principal?.id === row.ownerId) return row
  if (row.hiddenAt === null && (row.public || opensWith(ctx, row, key))) return row
  if (principal?.roles.includes('moderator') && (await isReported(ctx, id))) return row
  throw creationNotFound()
}

/** A creation of the caller; a creation of another owner is answered as not found. */
export async function getOwnDelivered(
  ctx: Ctx,
  id: string,
  options: { lock?: boolean; deleted?: boolean } = {},
): Promise<CreationRow> {
  const owner = requireVisitor(ctx)
  const query = ctx.db
    .select()
    .from(creations)
    .where(
      and(
        eq(creations.id, id),
        eq(creations.ownerId, owner.id),
        isNotNull(creations.deliveredAt),
        options.deleted ? isNotNull(creations.deletedAt) : isNull(creations.deletedAt),
      ),
    )
  const [row] = options.lock ? await query.for('update') : await query
  if (!row) throw creationNotFound()
  return row
}

/** Whether any visitor may see the creation: it is public, and neither hidden nor deleted. */
export function isShown(row: Pick<CreationRow, 'public' | 'hiddenAt' | 'deletedAt'>): boolean {
  return row.public && row.hiddenAt === null && row.deletedAt === null
}

/**
 * A condition: the creation's recipe is listed. Where the site itself leads to creations, as on the
 * wall, beside others and on storefronts, none leads on to an unlisted or hidden recipe.
 */
export const ofListed = sql`exists (select from ${workflows}
  where ${workflows.id} = ${creations.workflowId} and ${isListed})`

function opensWith(ctx: Pick<Ctx, 'config'>, row: CreationRow, key: string | undefined): boolean {
  const wanted = linkKey(ctx, row)
  return wanted !== null && key !== undefined && isSame(key, wanted)
}

export function secretLinkOf(ctx: Ctx, row: CreationRow): string | null {
  const key = linkKey(ctx, row)
  return key && `${ctx.origin}/creations/${row.id}?key=${key}`
}
