import type { CreationView } from '@vignette/contract/creations.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { ImageOff } from '../../../ui/icons.tsx'
import { buildRemixPath } from '../build-links.ts'

export function CreationNotFound() {
  return (
    <EmptyState
      level={1}
      icon={ImageOff}
      title="Creation not found"
      action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
    >
      This creation may have been deleted or does not exist.
    </EmptyState>
  )
}

export function CreationFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <ErrorState
      level={1}
      title="Failed to load creation"
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <LinkButton to="/workflows" kind="secondary">
            Browse Workflows
          </LinkButton>
        </>
      }
    >
      {reason}
    </ErrorState>
  )
}

/** In the place of a proof that its buyer let go, here or in another tab, or that ran out of time. */
export function ProofEnded({
  creation: { workflow, proof },
  declined,
}: {
  creation: CreationView
  declined: boolean
}) {
  return (
    <EmptyState
      level={1}
      title={declined ? 'Let go' : 'This proof is gone'}
      action={
        <>
          {workflow.available && (
            <LinkButton to={buildRemixPath(workflow.id)}>Try this recipe again</LinkButton>
          )}
          <LinkButton to="/workflows" kind="secondary">
            Browse Workflows
          </LinkButton>
        </>
      }
    >
      {declined
        ? `Nothing was charged. The ${formatCents(proof?.price ?? workflow.price)} you authorised is being released; your bank may show it for a few days more.`
        : 'It was let go or drawn again, perhaps in another tab, or its time has ended. It charged nothing.'}
    </EmptyState>
  )
}
