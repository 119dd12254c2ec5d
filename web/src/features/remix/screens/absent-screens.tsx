import type { Told } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Sparkles } from '../../../ui/icons.tsx'
import { NotFound } from '../../../ui/not-found.tsx'

export function NotFoundScreen({ notice, onBack }: { notice: string | null; onBack: () => void }) {
  return (
    <NotFound title="Workflow Not Found" action={<Button onClick={onBack}>Go Back</Button>}>
      <p>The workflow you are looking for does not exist.</p>
      {notice && (
        <p role="status" className="mt-2">
          {notice}
        </p>
      )}
    </NotFound>
  )
}

export function LoadFailedScreen({
  told,
  onRetry,
  onBack,
}: {
  told: Told
  onRetry: () => void
  onBack: () => void
}) {
  return (
    <ErrorState
      level={1}
      title="Failed to fetch workflow"
      told={told}
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <Button kind="secondary" onClick={onBack}>
            Go Back
          </Button>
        </>
      }
    />
  )
}

export function NoStepsScreen({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      level={1}
      icon={Sparkles}
      title="No Steps Configured"
      action={<Button onClick={onBack}>Go Back</Button>}
    >
      This recipe asks for no inputs, so there is nothing to remix.
    </EmptyState>
  )
}
