import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { OpenAuthorisation } from './open-authorisation.tsx'
import { OwnerActions } from './owner-actions.tsx'

/** What the recipe's page has for its creator, or for a buyer who has authorised its price. */
export function ReaderActions({ workflow }: { workflow: WorkflowView }) {
  if (workflow.is_owner) return <OwnerActions workflow={workflow} />
  return workflow.price > 0 && <OpenAuthorisation workflowId={workflow.id} />
}
