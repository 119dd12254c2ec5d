import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { hashAnonymousId } from './hash-anonymous-id.ts'
import { isAnonymousId } from './is-anonymous-id.ts'
import { newAnonymousId } from './new-anonymous-id.ts'
import { findActingVisitor } from './queries.ts'
import { type PrincipalRow, principals } from './tables.ts'

export interface AdmittedVisitor {
  row: PrincipalRow
  anonymousId: string
}

/**
 * The visitor of this anonymous id, made at its first use. An id that is malformed, or whose
 * visitor has become an account, names nobody any more: a new one begins.
 */
export async function admitVisitor(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  anonymousId: string | undefined,
): Promise<AdmittedVisitor> {
  const named = isAnonymousId(anonymousId)
  const wanted = named ? anonymousId : newAnonymousId()
  const found = await findActingVisitor(ctx, wanted)
  if (found === 'spent') return admitVisitor(ctx, undefined)
  if (found) return { row: found, anonymousId: wanted }
  await ctx.db
    .insert(principals)
    .values({
      id: newId(),
      kind: 'visitor',
      anonHash: hashAnonymousId(wanted),
      named,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing({ target: principals.anonHash })
  // Read again, because of ten first calls at once one made the row.
  const row = await findActingVisitor(ctx, wanted)
  if (!row || row === 'spent') return admitVisitor(ctx, undefined)
  return { row, anonymousId: wanted }
}
