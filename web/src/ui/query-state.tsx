import type { ReactNode } from 'react'
import { readReason } from '../lib/api-error.ts'
import { Button } from './button.tsx'
import { ErrorState } from './empty-state.tsx'

interface Asked<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface Waiting {
  /** What failed, as a title or as the beginning of the line. */
  failed: string
  /** A small part of a page says it in a line. */
  line?: boolean
  level?: 1 | 2 | 3
  loading?: ReactNode
  /** Beside “Try Again”. */
  action?: ReactNode
  onRetry?: () => void
}

/**
 * The data of a query once it is there; until then that it loads, or why it failed and another try.
 * Data that was read stays when a later read fails.
 */
export function QueryState<T>({
  query: { data, error, refetch },
  loading = null,
  children,
  onRetry,
  ...failure
}: Waiting & { query: Asked<T>; children: (data: T) => ReactNode }) {
  if (data !== undefined) return children(data)
  if (!error) return loading
  const retry = () => {
    onRetry?.()
    void refetch()
  }
  return <Failure {...failure} error={error} onRetry={retry} />
}

function Failure({
  failed,
  line,
  level,
  action,
  error,
  onRetry,
}: Omit<Waiting, 'loading'> & { error: unknown; onRetry: () => void }) {
  if (line)
    return (
      <p role="alert" className="my-4 text-sm text-muted">
        <span>{failed}</span>. {readReason(error, '')}{' '}
        <button type="button" className="py-3 text-ink underline" onClick={onRetry}>
          Try Again
        </button>
      </p>
    )
  return (
    <ErrorState
      error={error}
      title={failed}
      {...(level && { level })}
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          {action}
        </>
      }
    />
  )
}

export interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The rows of a list in pages, with the way to the next page below them. */
export function QueryPages<P, R>({
  query,
  rows,
  empty = null,
  foot = <LoadMore query={query} />,
  children,
  ...waiting
}: Waiting & {
  query: Asked<{ pages: P[] }> & Paged
  rows: (page: P) => readonly R[]
  empty?: ReactNode
  foot?: ReactNode
  children: (rows: R[], pages: P[]) => ReactNode
}) {
  return (
    <QueryState query={query} {...waiting}>
      {({ pages }) => {
        const all = pages.flatMap(rows)
        return (
          <>
            {all.length === 0 ? empty : children(all, pages)}
            {(all.length > 0 || query.hasNextPage) && foot}
          </>
        )
      }}
    </QueryState>
  )
}

export function LoadMore({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  children = 'Load more',
}: {
  query: Paged
  children?: string
}) {
  return (
    <>
      {isFetchNextPageError && (
        <p role="alert" className="mt-5 text-sm text-danger">
          The rest could not be loaded. Please try again.
        </p>
      )}
      {hasNextPage && (
        <Button
          kind="secondary"
          className="mt-5 self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {children}
        </Button>
      )}
    </>
  )
}
