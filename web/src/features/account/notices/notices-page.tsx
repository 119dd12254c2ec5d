import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { Redirect, useQueryParams } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'
import { noticesQuery } from './api.ts'
import { Following } from './components/following.tsx'
import { NoticeList } from './components/notice-list.tsx'

export function NoticesPage() {
  const { user, loading } = useAuth()
  usePageTitle('Notices')
  if (loading) return <NoticesSkeleton />
  if (!user) return <Redirect to="/" />
  return <Room />
}

/** Two lists under one heading: the reader's notices, and new recipes of creators whom the reader follows. */
function Room() {
  const [search] = useQueryParams()
  const isFollowing = search.get('of') === 'following'
  return (
    <div className="shell max-w-3xl pt-10 pb-20">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-3xl font-semibold">Notices</h1>
        <Link to="/profile?tab=account#e-mails" className="text-sm underline underline-offset-4">
          Choose your e-mails
        </Link>
      </div>
      <nav aria-label="Notices" className="mb-6 flex gap-2">
        <LinkButton
          to="/notices"
          kind={isFollowing ? 'ghost' : 'secondary'}
          aria-current={isFollowing ? undefined : 'page'}
        >
          For you
        </LinkButton>
        <LinkButton
          to="/notices?of=following"
          kind={isFollowing ? 'secondary' : 'ghost'}
          aria-current={isFollowing ? 'page' : undefined}
        >
          Following
        </LinkButton>
      </nav>
      {isFollowing ? <Following /> : <Notices />}
    </div>
  )
}

function Notices() {
  const query = useInfiniteQuery(noticesQuery)
  useRead(query.data?.pages[0]?.notices[0]?.id)
  useEffect(() => track('notices_viewed'), [])
  return (
    <QueryPages
      query={query}
      rows={(page) => page.notices}
      failed="Your notices could not be loaded"
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
      empty={
        <EmptyState
          title="Nothing yet"
          action={
            <LinkButton to="/workflows" kind="secondary">
              Discover recipes
            </LinkButton>
          }
        >
          Long remixes, receipts, refunds and sales are told here.
        </EmptyState>
      }
    >
      {(notices) => <NoticeList notices={notices} />}
    </QueryPages>
  )
}

/** What is shown counts as read; the list keeps its marks until the next visit. */
function useRead(newest: string | undefined) {
  const client = useQueryClient()
  const { user, setUser } = useAuth()
  const unread = user?.counts.unread_notices ?? 0
  useEffect(() => {
    if (!newest || !user || unread === 0) return
    send(client, 'readNotices', { body: { until: newest } }).then(
      () => setUser({ ...user, counts: { ...user.counts, unread_notices: 0 } }),
      () => undefined,
    )
  }, [client, newest, unread, user, setUser])
}

function NoticesSkeleton() {
  return (
    <>
      <LoadingTitle>Notices</LoadingTitle>
      <div className="shell max-w-3xl pt-10 pb-20" role="status" aria-label="Loading notices">
        <Skeleton className="h-9 w-40" />
        <Skeleton className="mt-6 h-28 w-full" />
        <Skeleton className="mt-3 h-28 w-full" />
        <Skeleton className="mt-3 h-28 w-full" />
      </div>
    </>
  )
}
