import type { CaseSide } from '@vignette/contract/case-words.ts'
import type { Ctx, Principal } from '../../ctx.ts'
import { listOwners } from '../identity/index.ts'
import type { FoundCase } from './queries.ts'

/** The side from which a person takes part in a case; undefined for a stranger. */
export async function sideOf(
  ctx: Pick<Ctx, 'db'>,
  { row, payment }: FoundCase,
  person: Principal,
): Promise<CaseSide | undefined> {
  if (payment.buyerId === person.id) return 'buyer'
  if (row.creatorId === person.id) return 'creator'
  const owners = await listOwners(ctx, person.id)
  if (row.creatorId && owners.includes(row.creatorId)) return 'creator'
  return person.admin ? 'operator' : undefined
}
