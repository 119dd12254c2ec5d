import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { checkDocument } from './check-document.ts'

export async function checkWorkflow(ctx: Ctx, document: object): Promise<WorkflowCheck> {
  const { recipe: _, ...check } = await checkDocument(ctx, document, requireVisitor(ctx))
  return check
}
