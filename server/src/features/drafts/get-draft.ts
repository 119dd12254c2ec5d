import type { DraftView } from '@vignette/contract/drafts.ts'
import type { Ctx } from '../../ctx.ts'
import { getOwnDraft } from './queries.ts'
import { viewDraft } from './view-draft.ts'

export async function getDraft(ctx: Ctx, id: string): Promise<DraftView> {
  return viewDraft(await getOwnDraft(ctx, id))
}
