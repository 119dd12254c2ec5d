import { useInfiniteQuery } from '@tanstack/react-query'
import { isNotFound } from '../../../lib/api-error.ts'
import { useInfiniteScroll } from '../../../lib/use-infinite-scroll.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Images } from '../../../ui/icons.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import {
  CreationCard,
  Gallery,
  GallerySkeleton,
  userCreationsQuery,
} from '../../creations/index.ts'

/** The user's own creations, 24 at a time. */
export function OwnGallery({ userId }: { userId: string }) {
  const query = useInfiniteQuery(userCreationsQuery(userId))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage()
  }
  const { sentinel, supported } = useInfiniteScroll(more, Boolean(hasNextPage) && !error)
  const items = data?.pages.flatMap((page) => page.items) ?? []

  if (query.isPending) return <GallerySkeleton />
  // The server answers "not found" for a guest who has made nothing yet.
  if (isNotFound(error)) return <NoCreations />
  if (error && items.length === 0) {
    return (
      <ErrorState
        error={error}
        title="Failed to fetch user creations"
        level={3}
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  }
  if (items.length === 0) return <NoCreations />
  return (
    <>
      <Gallery items={items} keyOf={(item) => item.id} label="Your creations">
        {(item, index) => (
          <CreationCard creation={item} index={index} title={item.workflow_name || 'AI Creation'} />
        )}
      </Gallery>
      <div ref={sentinel} />
      <div className="flex min-h-14 items-center justify-center gap-3 text-sm text-muted">
        {isFetchingNextPage && (
          <span role="status" className="flex items-center gap-3">
            <Spinner size={16} /> Loading more creations…
          </span>
        )}
        {hasNextPage && !isFetchingNextPage && (!supported || error) && (
          <Button kind="secondary" onClick={more}>
            {error ? 'Try Again' : 'Load More Creations'}
          </Button>
        )}
      </div>
    </>
  )
}

export function NoCreations() {
  return (
    <EmptyState
      icon={Images}
      level={3}
      title="No creations yet"
      action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
    >
      What you make is kept here, private until you say otherwise.
    </EmptyState>
  )
}
