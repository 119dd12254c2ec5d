import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { apiQuery } from '../../lib/api.ts'
import { formatSoon } from '../../lib/dates.ts'
import { usePlace } from '../../lib/router.tsx'
import { Link } from '../../ui/link.tsx'

const MINUTE = 60_000

/** The way to a proof that waits for its buyer, with its time; nothing on the proof's own page. */
export function WaitingProof() {
  const { path } = usePlace()
  const { data, refetch } = useQuery(
    apiQuery(
      'getWaitingProof',
      {},
      {
        staleTime: MINUTE,
        // A proof that ends while its buyer looks elsewhere leaves the bar.
        refetchInterval: ({ state }) => (state.data?.proof ? MINUTE : false),
      },
    ),
  )
  // A run ends on the page of its creation.
  useEffect(() => {
    if (path.startsWith('/creations/')) void refetch({ cancelRefetch: false })
  }, [path, refetch])
  const proof = data?.proof
  if (!proof || path === `/creations/${proof.creation_id}`) return null
  return (
    <Link
      to={`/creations/${proof.creation_id}`}
      onClick={() => track('nav_link_clicked', { link: 'Your proof' })}
      className="flex min-h-11 flex-col justify-center rounded-xl border border-line-strong bg-surface px-2.5 py-1 text-xs leading-snug hover:border-ink xl:flex-row xl:items-center xl:gap-[0.35em] xl:rounded-full xl:px-4 xl:text-sm"
    >
      <span className="whitespace-nowrap">Your proof waits</span>{' '}
      <b className="font-semibold whitespace-nowrap">until {formatSoon(proof.until)}</b>
    </Link>
  )
}
