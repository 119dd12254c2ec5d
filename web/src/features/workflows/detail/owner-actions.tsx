import type { WorkflowState, WorkflowView } from '@vignette/contract/workflows.ts'
import { useState } from 'react'
import { navigate } from '../../../lib/router.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { TakeDownDialog } from './take-down-dialog.tsx'

const OWNERS: Partial<Record<WorkflowState, string>> = {
  listed: 'This recipe is yours.',
  unlisted: 'This recipe is yours, and unlisted: its address alone leads here.',
  paused: 'This recipe is yours, and paused: others read “Back soon”.',
}

/** The creator's actions on the recipe's page. */
export function OwnerActions({ workflow }: { workflow: WorkflowView }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      {workflow.hidden && (
        <Alert tone="warn" title="Hidden">
          An admin hid this recipe: nobody but you sees it, and nobody can start it.
        </Alert>
      )}
      {workflow.failing && (
        <Alert
          tone="warn"
          title="Its remixes fail"
          action={
            <LinkButton to={`/studio/recipes/${workflow.id}`} kind="secondary" size="sm">
              See why
            </LinkButton>
          }
        >
          Others read “Back soon” until a remix or a test of it delivers.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto w-full text-sm text-muted sm:w-auto">
          {OWNERS[workflow.state ?? 'listed'] ?? OWNERS.listed}
        </p>
        <LinkButton to={`/studio/recipes/${workflow.id}`} kind="secondary" size="sm">
          Studio
        </LinkButton>
        <LinkButton to={`/workflows/create?edit=${workflow.id}`} kind="secondary" size="sm">
          Edit
        </LinkButton>
        <Button kind="ghost" size="sm" onClick={() => setLeaving(true)}>
          Take down
        </Button>
      </div>
      <TakeDownDialog
        recipe={leaving ? workflow : undefined}
        onClose={() => setLeaving(false)}
        leave={() => navigate('/studio/recipes')}
      />
    </div>
  )
}
