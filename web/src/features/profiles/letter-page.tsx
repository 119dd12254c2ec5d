import { useQuery } from '@tanstack/react-query'
import { creatorPath } from '@vignette/contract/creator-path.ts'
import { apiQuery } from '../../lib/api.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { usePlace } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LetterSheet } from '../../ui/letter-sheet.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReportButton } from '../creations/index.ts'

/** A creator's letter, for those who have its address. */
export function LetterPage() {
  const { id } = usePlace()
  const query = useQuery(apiQuery('getCreatorLetter', { params: { id } }))
  usePageTitle(query.data ? query.data.subject : 'Letter')
  return (
    <div className="shell max-w-2xl pt-10 pb-24">
      {!query.data && <h1 className="mb-6 text-3xl font-semibold">Letter</h1>}
      <QueryState
        query={query}
        failed="This letter could not be opened"
        loading={<Skeleton className="h-72 w-full rounded-lg" />}
      >
        {({ handle, subject, body, workflow, sent_at, is_owner }) => (
          <>
            <LetterSheet handle={handle} subject={subject} body={body} heading="h1">
              {workflow ? (
                <>
                  <p className="mb-3 text-muted">With the recipe “{workflow.name}”</p>
                  <LinkButton to={`/workflows/${workflow.id}`}>Open the recipe</LinkButton>
                </>
              ) : (
                <LinkButton to={creatorPath(handle)}>Open the creator’s page</LinkButton>
              )}
            </LetterSheet>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-3 px-1 text-sm text-muted">
              <p>Sent on {formatLongDate(sent_at)}</p>
              {!is_owner && <ReportButton subject={{ type: 'letter', id }} />}
            </div>
          </>
        )}
      </QueryState>
    </div>
  )
}
