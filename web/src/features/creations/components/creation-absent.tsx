import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { ImageOff } from '../../../ui/icons.tsx'

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
