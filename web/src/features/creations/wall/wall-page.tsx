import { useInfiniteQuery } from '@tanstack/react-query'
import { useInfiniteScroll } from '../../../lib/use-infinite-scroll.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { publicCreationsQuery } from '../api.ts'
import { Wall } from './wall.tsx'

/** What was made with all recipes and is public, newest first. */
export function WallPage() {
  usePageTitle('Made here')
  const list = useInfiniteQuery(publicCreationsQuery)
  const made = list.data?.pages.flatMap((page) => page.creations) ?? []
  const canLoadMore = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  const loadMore = () => {
    if (canLoadMore) void list.fetchNextPage()
  }
  const { sentinel, supported } = useInfiniteScroll(loadMore, canLoadMore)
  return (
    <div className="shell pt-10 sm:pt-14">
      <h1 className="text-3xl">Made here</h1>
      <p className="mt-3 text-muted">What was made public with any recipe, newest first.</p>
      <div className="mt-9">
        {list.isPending && <WallSkeleton />}
        {list.isSuccess && made.length === 0 && (
          <EmptyState
            title="Nothing is public yet"
            action={<LinkButton to="/workflows">Discover recipes</LinkButton>}
          >
            Make the first one public, and it hangs here.
          </EmptyState>
        )}
        {list.isError && made.length === 0 && (
          <ErrorState
            error={list.error}
            title="Failed to fetch creations"
            action={<Button onClick={() => void list.refetch()}>Try Again</Button>}
          />
        )}
        {made.length > 0 && <Wall creations={made} />}
        <div ref={sentinel} aria-hidden className="h-px" />
        <div className="flex min-h-28 items-center justify-center text-muted">
          {list.isFetchingNextPage && (
            <p role="status" className="flex items-center gap-3">
              <Spinner /> Loading more creations...
            </p>
          )}
          {list.isFetchNextPageError && !list.isFetchingNextPage && (
            <p role="alert" className="flex flex-wrap items-center justify-center gap-4">
              Failed to fetch creations
              <Button kind="secondary" size="sm" onClick={() => void list.fetchNextPage()}>
                Try Again
              </Button>
            </p>
          )}
          {!supported && canLoadMore && (
            <Button kind="secondary" onClick={loadMore}>
              Load more creations
            </Button>
          )}
        </div>
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
