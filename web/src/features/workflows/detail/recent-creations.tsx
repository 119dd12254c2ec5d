import { useInfiniteQuery } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { useInfiniteScroll } from '../../../lib/use-infinite-scroll.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import {
  CreationCard,
  Gallery,
  GallerySkeleton,
  workflowCreationsQuery,
} from '../../creations/index.ts'

export function RecentCreations({ workflowId }: { workflowId: string }) {
  const list = useInfiniteQuery(workflowCreationsQuery(workflowId))
  const creations = list.data?.pages.flatMap((page) => page.creations) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const canLoadMore = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  const loadMore = () => {
    if (canLoadMore) void list.fetchNextPage()
  }
  const { sentinel, supported } = useInfiniteScroll(loadMore, canLoadMore)
  return (
    <section aria-labelledby="recent-creations" className="mt-20 border-t border-line pt-9">
      <h2 id="recent-creations" className="flex items-baseline gap-3 text-2xl">
        Recent Creations
        {list.isSuccess && (
          <span className="text-lg font-normal text-muted tabular-nums">{total}</span>
        )}
      </h2>
      <div className="mt-7">
        {list.isPending && <GallerySkeleton count={4} />}
        {list.isSuccess && creations.length === 0 && (
          <div className="py-10">
            <p className="text-lg font-medium">No creations yet</p>
            <p className="mt-1 text-muted">Make the first one public, and it hangs here.</p>
          </div>
        )}
        {creations.length > 0 && (
          <Gallery items={creations} keyOf={(creation) => creation.id} label="Recent creations">
            {(creation, index) => (
              <CreationCard
                creation={creation}
                index={index}
                onOpen={() => track('creation_card_clicked', { creation_id: creation.id })}
              />
            )}
          </Gallery>
        )}
        <div ref={sentinel} aria-hidden className="h-px" />
        {list.isFetchingNextPage && (
          <p role="status" className="flex items-center justify-center gap-3 py-8 text-muted">
            <Spinner /> Loading more creations...
          </p>
        )}
        {list.isError && !list.isFetchingNextPage && (
          <p role="alert" className="flex flex-wrap items-center gap-4 py-8 text-muted">
            Failed to fetch creations
            <Button
              kind="secondary"
              size="sm"
              onClick={() => void (creations.length > 0 ? list.fetchNextPage() : list.refetch())}
            >
              Try Again
            </Button>
          </p>
        )}
        {!supported && canLoadMore && (
          <div className="flex justify-center py-8">
            <Button kind="secondary" onClick={loadMore}>
              Load more creations
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
