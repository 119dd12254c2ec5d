import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getWorkflow } from '../workflows/index.ts'

/** The recipe as a stranger sees it. */
export async function findWorkflow(ctx: Ctx, id: string): Promise<WorkflowView | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined
  try {
    return await getWorkflow(ctx, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
