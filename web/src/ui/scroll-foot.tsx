import { useInfiniteScroll } from '../lib/use-infinite-scroll.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import type { Paged } from './query-state.tsx'
import { Spinner } from './spinner.tsx'

/** The end of a list that goes on when it is scrolled to. */
export function ScrollFoot({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  loading,
  failed,
  button,
  end,
  onMore,
}: {
  query: Paged
  loading: string
  failed: string
  /** Where the browser does not see what is scrolled to. */
  button: string
  end?: string
  onMore?: () => void
}) {
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const loadMore = () => {
    if (!canLoadMore) return
    onMore?.()
    void fetchNextPage()
  }
  const { sentinel, supported } = useInfiniteScroll(loadMore, canLoadMore)
  // It keeps room for the rows to come: the page's foot would be seen, and pushed away again.
  return (
    <div
      ref={sentinel}
      className={cx(
        'flex items-start justify-center pt-10 text-muted empty:pt-0',
        hasNextPage && supported && 'min-h-dvh',
      )}
    >
      {isFetchingNextPage && (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {loading}
        </p>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-4">
          {failed}
          <Button kind="secondary" size="sm" onClick={() => void fetchNextPage()}>
            Try Again
          </Button>
        </p>
      )}
      {!supported && canLoadMore && (
        <Button kind="secondary" onClick={loadMore}>
          {button}
        </Button>
      )}
      {!hasNextPage && end && <p>{end}</p>}
    </div>
  )
}
