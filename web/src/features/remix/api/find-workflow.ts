import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { isNotFound } from '../../../lib/api-error.ts'
import { call } from '../../../lib/client.ts'

export async function findWorkflow(id: string, signal: AbortSignal): Promise<WorkflowView | null> {
  try {
    return await call('getWorkflow', { params: { id }, signal })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A malformed id (400) counts as not found. */
function isMissing(error: unknown): boolean {
  return isNotFound(error) || (error as { status?: unknown } | null)?.status === 400
}
