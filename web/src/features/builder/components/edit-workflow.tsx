import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isNotFound } from '../../../lib/api-error.ts'
import { Redirect } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { workflowDraftQuery } from '../api.ts'
import { DraftSkeleton } from './draft-skeleton.tsx'

/** Leads from a published recipe to its draft, which begins with the live version. */
export function EditWorkflow({ id, pane }: { id: string; pane: string | null }) {
  usePageTitle('Edit recipe')
  const client = useQueryClient()
  const draft = useQuery(workflowDraftQuery(client, id))
  if (draft.data)
    return <Redirect to={`/studio/drafts/${draft.data.id}${pane === 'test' ? '?pane=test' : ''}`} />
  return (
    <div className="shell pt-8 pb-20">
      {isNotFound(draft.error) ? (
        <EmptyState
          level={1}
          title="Recipe not found"
          action={<LinkButton to="/studio/recipes/new">New recipe</LinkButton>}
        >
          Only its creator can edit a recipe.
        </EmptyState>
      ) : draft.error ? (
        <ErrorState
          error={draft.error}
          level={1}
          title="This recipe could not be opened"
          action={<Button onClick={() => void draft.refetch()}>Try Again</Button>}
        />
      ) : (
        <DraftSkeleton />
      )}
    </div>
  )
}
