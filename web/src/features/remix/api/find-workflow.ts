import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { isMissing } from '../../../lib/api-error.ts'
import { call } from '../../../lib/client.ts'

export async function findWorkflow(id: string, signal: AbortSignal): Promise<WorkflowView | null> {
  try {
    return await call('getWorkflow', { params: { id }, signal })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
