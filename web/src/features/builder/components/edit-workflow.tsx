import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isNotFound } from '../../../lib/api-error.ts'
import { Redirect } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { workflowDraftQuery } from '../api.ts'
import { DraftSkeleton } from './draft-skeleton.tsx'

/** Leads from a published recipe to its draft, which begins with the live version. */
export function EditWorkflow({ id, pane }: { id: string; pane: string | null }) {
  usePageTitle('Edit recipe')
  const client = useQueryClient()
  const draft = useQuery(workflowDraftQuery(client, id))
  return (
    <div className="shell pt-8 pb-20">
      {isNotFound(draft.error) && !draft.data ? (
        <EmptyState
          level={1}
          title="Recipe not found"
          action={<LinkButton to="/studio/recipes/new">New recipe</LinkButton>}
        >
          Only its creator can edit a recipe.
        </EmptyState>
      ) : (
        <QueryState
          query={draft}
          failed="This recipe could not be opened"
          level={1}
          loading={<DraftSkeleton />}
        >
          {({ id: draftId }) => (
            <Redirect to={`/studio/drafts/${draftId}${pane === 'test' ? '?pane=test' : ''}`} />
          )}
        </QueryState>
      )}
    </div>
  )
}
