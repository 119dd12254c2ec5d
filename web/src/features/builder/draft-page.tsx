import { useQuery } from '@tanstack/react-query'
import { isNotFound } from '../../lib/api-error.ts'
import { usePlace } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { draftQuery } from './api.ts'
import { DraftEditor } from './components/draft-editor.tsx'
import { DraftSkeleton } from './components/draft-skeleton.tsx'

/** A recipe in the making, whether it is published already or not. */
export function DraftPage() {
  const { id } = usePlace()
  usePageTitle('Edit recipe')
  const draft = useQuery(draftQuery(id))
  return (
    <div className="shell pt-8 pb-20">
      {isNotFound(draft.error) && !draft.data ? (
        <EmptyState
          level={1}
          title="Draft not found"
          action={<LinkButton to="/studio/recipes/new">New recipe</LinkButton>}
        >
          It was published or deleted, or it belongs to another creator.
        </EmptyState>
      ) : (
        <QueryState
          query={draft}
          failed="This draft could not be loaded"
          level={1}
          loading={<DraftSkeleton />}
        >
          {(shown) => <DraftEditor key={id} draft={shown} />}
        </QueryState>
      )}
    </div>
  )
}
