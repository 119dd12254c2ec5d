import { useInfiniteQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { ScrollFoot } from '../../../ui/scroll-foot.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { publicCreationsQuery } from '../api.ts'
import { Wall } from './wall.tsx'

/** What was made with all recipes and is public, newest first. */
export function WallPage() {
  usePageTitle('What people made here')
  const list = useInfiniteQuery(publicCreationsQuery)
  return (
    <div className="shell pt-10 sm:pt-14">
      <h1 className="text-3xl">What people made here</h1>
      <p className="mt-3 text-muted">With any recipe, and made public. The newest first.</p>
      <div className="mt-9">
        <QueryPages
          query={list}
          rows={(page) => page.creations}
          failed="Failed to fetch creations"
          loading={<WallSkeleton />}
          empty={
            <EmptyState
              title="Nothing is public yet"
              action={<LinkButton to="/workflows">Discover recipes</LinkButton>}
            >
              Make the first one public, and it hangs here.
            </EmptyState>
          }
          foot={
            <ScrollFoot
              query={list}
              loading="Loading more creations..."
              failed="Failed to fetch creations"
              button="Load more creations"
            />
          }
        >
          {(made) => <Wall creations={made} />}
        </QueryPages>
      </div>
    </div>
  )
}

function WallSkeleton() {
  return (
    <div role="status" className="flex flex-wrap gap-3 sm:gap-4">
      <span className="sr-only">Loading creations...</span>
      {[1.5, 0.7, 1, 1.3, 0.7, 1.5, 1, 0.8].map((shape, at) => (
        <Skeleton
          key={at}
          className="h-44 rounded-md sm:h-64"
          style={{ flex: `${shape} 1 ${shape * 10}rem` }}
        />
      ))}
    </div>
  )
}
