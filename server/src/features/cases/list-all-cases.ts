import type { Ctx } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { type CasePage, type CasesWanted, pageCases } from './list-cases.ts'

export async function listAllCases(ctx: Ctx, wanted: CasesWanted): Promise<CasePage> {
  requireAdmin(ctx)
  return pageCases(ctx, { ...wanted, side: 'operator', whose: undefined, name: ['all cases'] })
}
