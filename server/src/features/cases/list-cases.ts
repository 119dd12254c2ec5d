import type { CaseFilter, CaseSide } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { and, eq, inArray, isNotNull, isNull, notInArray, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { cases } from '../../schema/cases.ts'
import { payments } from '../../schema/payments.ts'
import { listOwners, requireStaff, requireVisitor } from '../identity/index.ts'
import { viewCase } from './case.ts'

interface CasesWanted {
  state: CaseFilter
  limit: number
  cursor?: string | undefined
}

interface CasePage {
  cases: CaseView[]
  next_cursor: string | null
}

export async function listCases(
  ctx: Ctx,
  { side, ...wanted }: CasesWanted & { side: 'buyer' | 'creator' },
): Promise<CasePage> {
  const { id } = requireVisitor(ctx)
  const whose =
    side === 'buyer'
      ? eq(payments.buyerId, id)
      : inArray(cases.creatorId, await listOwners(ctx, id))
  return pageCases(ctx, { ...wanted, side, whose, name: ['cases', side, id] })
}

/** Cases that wait for an answer come oldest first, all other cases newest first. */
async function pageCases(
  ctx: Ctx,
  want: CasesWanted & { side: CaseSide; whose: SQL | undefined; name: string[] },
): Promise<CasePage> {
  const { side, state, limit, cursor } = want
  const list = {
    name: [...want.name, state],
    columns: [cases.id],
    descending: state !== 'waiting',
  }
  const { rows, next_cursor } = await readPage(
    ctx.config,
    list,
    { limit, cursor, offset: 0 },
    (at) =>
      ctx.db
        .select({ row: cases, payment: payments, key: at.key })
        .from(cases)
        .innerJoin(payments, eq(payments.id, cases.paymentId))
        .where(and(want.whose, filterOf(state, side), at.after))
        .orderBy(...at.orderBy)
        .limit(at.limit),
  )
  const views: CaseView[] = []
  for (const found of rows) views.push(await viewCase(ctx, found, side))
  return { cases: views, next_cursor }
}

function filterOf(state: CaseFilter, side: CaseSide): SQL | undefined {
  const undecided = inArray(cases.state, ['open', 'answered'])
  switch (state) {
    case 'all':
      return undefined
    case 'closed':
      return notInArray(cases.state, ['open', 'answered'])
    case 'open':
      return undecided
    case 'waiting': {
      const turn = side === 'operator' ? isNotNull : isNull
      return and(undecided, turn(cases.operatorSince))
    }
  }
}

export async function listAllCases(ctx: Ctx, wanted: CasesWanted): Promise<CasePage> {
  requireStaff(ctx, 'listAllCases')
  return pageCases(ctx, { ...wanted, side: 'operator', whose: undefined, name: ['all cases'] })
}
