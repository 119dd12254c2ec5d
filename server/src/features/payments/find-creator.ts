import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { Ctx } from '../../ctx.ts'
import { payments } from '../../schema/payments.ts'
import { findByAnyId, findByUsername, findPrincipals } from '../identity/index.ts'

/** Finds the creator by account id, or by handle with or without the @. */
export async function findCreator(
  ctx: Pick<Ctx, 'db'>,
  text: string,
): Promise<{ id: string } | undefined> {
  const name = text.trim().replace(/^@/, '').toLowerCase()
  if (UUID_PATTERN.test(name)) return findByAnyId(ctx, name)
  const id = (await findByUsername(ctx, name))?.id ?? (await findSeller(ctx, name))
  return id === undefined ? undefined : findByAnyId(ctx, id)
}

/** A creator without a username has a hash of the id as handle, so the handles of all sellers are compared. */
async function findSeller(ctx: Pick<Ctx, 'db'>, handle: string): Promise<string | undefined> {
  if (!handle.startsWith('guest-')) return undefined
  const rows = await ctx.db.selectDistinct({ id: payments.creatorId }).from(payments)
  const people = await findPrincipals(
    ctx,
    rows.flatMap(({ id }) => id ?? []),
  )
  return [...people.values()].find((person) => person.handle === handle)?.id
}
