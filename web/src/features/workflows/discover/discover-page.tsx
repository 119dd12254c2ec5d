import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { peekAnonymousId } from '../../../lib/anonymous-id.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { cx } from '../../../ui/class-names.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { ScrollFoot } from '../../../ui/scroll-foot.tsx'
import { workflowsQuery } from '../api.ts'
import { FilterBar, KindChips } from './filter-bar.tsx'
import { hasFilters } from './filters.ts'
import { useFilters } from './use-filters.ts'
import { WorkflowGrid, WorkflowGridSkeleton } from './workflow-grid.tsx'

const YourCreations = lazyPart(
  async () => (await import('../detail/your-creations.tsx')).YourCreations,
)
const NarrowedTo = lazyPart(async () => (await import('./narrowed-to.tsx')).NarrowedTo)
const NothingFound = lazyPart(async () => (await import('./nothing-found.tsx')).NothingFound)

/**
 * Loaded only if this browser has made a creation, so that other visitors do not download the
 * strip.
 */
function OwnStrip() {
  const { user, loading } = useAuth()
  const [visitor, setVisitor] = useState<string>()
  useEffect(() => setVisitor(peekAnonymousId()), [])
  if (loading || user || !visitor) return null
  return <YourCreations visitor={visitor} failed={null} />
}

export function DiscoverPage() {
  usePageTitle('Discover')
  const { filters, change, clear } = useFilters()
  const list = useInfiniteQuery({ ...workflowsQuery(filters), placeholderData: keepPreviousData })
  const [first] = list.data?.pages ?? []
  const total = first?.total ?? 0
  const corrected = first?.corrected_q
  const narrowed = hasFilters(filters)

  return (
    <div className="shell pt-10 sm:pt-14">
      <h1 className="text-3xl">Discover</h1>
      <div className="mt-7 flex flex-col gap-4">
        <FilterBar filters={filters} onChange={change} />
        <KindChips chosen={filters.category} kinds={first?.kinds} onChange={change} />
      </div>
      {(filters.creator || filters.tag) && (
        <div className="mt-5 min-h-9">
          <NarrowedTo
            filters={filters}
            handle={first?.workflows[0]?.creator_handle}
            onChange={change}
          />
        </div>
      )}
      <OwnStrip />
      <div className="mt-9">
        <p role="status" className={narrowed ? 'mb-5 text-muted empty:hidden' : 'sr-only'}>
          {list.isSuccess && !list.isPlaceholderData && describeFound(total, corrected, filters.q)}
        </p>
        <QueryPages
          query={list}
          rows={(page) => page.workflows}
          failed="Failed to load workflows"
          loading={<WorkflowGridSkeleton />}
          onRetry={() => track('workflows_retry_clicked')}
          empty={
            <NothingFound
              filtered={narrowed}
              words={filters.q}
              popular={first?.popular_q ?? []}
              onClear={clear}
            />
          }
          foot={
            <ScrollFoot
              query={list}
              loading="Loading more workflows..."
              failed="Failed to load workflows"
              button="Load More Workflows"
              end="You've seen all available workflows"
              onMore={() =>
                track('workflows_load_more', { page: (list.data?.pages.length ?? 0) + 1 })
              }
            />
          }
        >
          {(shown) => (
            <div
              aria-busy={list.isPlaceholderData}
              className={cx('transition-opacity', list.isPlaceholderData && 'opacity-55')}
            >
              <WorkflowGrid recipes={shown} />
            </div>
          )}
        </QueryPages>
      </div>
    </div>
  )
}

function describeFound(total: number, corrected: string | null | undefined, asked = ''): string {
  const found = `${total.toLocaleString('en-US')} ${total === 1 ? 'recipe' : 'recipes'}`
  return corrected ? `Nothing found for “${asked}”. ${found} for “${corrected}”` : found
}
