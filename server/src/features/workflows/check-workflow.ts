import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import type { Ctx } from '../../ctx.ts'
import { findAcceptedTerms, requireVisitor } from '../identity/index.ts'
import { checkDocument } from './check-document.ts'

export async function checkWorkflow(ctx: Ctx, document: object): Promise<WorkflowCheck> {
  const caller = requireVisitor(ctx)
  const { recipe: _, ...check } = await checkDocument(ctx, document, caller)
  const accepted = await findAcceptedTerms(ctx, caller.id)
  return { ...check, creator_terms_accepted: accepted === CREATOR_TERMS_VERSION }
}
