import type { ReactNode } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The parts of an infinite query that the list shows. */
interface Paged {
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A list that loads page by page: it waits, can be asked for again, is empty, or goes on. */
export function PagedList({
  query,
  name,
  count,
  empty,
  children,
}: {
  query: Paged
  /** What failed to load. */
  name: string
  count: number
  empty: ReactNode
  children: ReactNode
}) {
  if (query.isPending) return <Skeleton className="mt-5 h-56 w-full rounded-lg" />
  if (query.isError && count === 0) {
    return (
      <ErrorState
        error={query.error}
        title={`Failed to load ${name}`}
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    )
  }
  if (count === 0) return empty
  return (
    <>
      {children}
      {query.isError && (
        <p role="alert" className="mt-5 text-sm text-danger">
          {readReason(query.error, `More ${name} could not be loaded.`)}
        </p>
      )}
      {query.hasNextPage && (
        <Button
          kind="secondary"
          className="mt-5"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  )
}
