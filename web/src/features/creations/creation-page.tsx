import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAdultGate } from '../../lib/adult-gate.ts'
import { track } from '../../lib/analytics.ts'
import { isMissing } from '../../lib/api-error.ts'
import { usePlace, useQueryParams } from '../../lib/router.tsx'
import { announce, usePageTitle } from '../../lib/use-page-title.ts'
import { readVisit } from '../../lib/visits.ts'
import { LinkButton } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { creationQuery } from './api.ts'
import { AgeQuestion } from './components/age-question.tsx'
import { CreationNotFound, ProofEnded } from './components/creation-absent.tsx'
import { CreationScreen } from './components/creation-screen.tsx'
import { CreationSkeleton } from './components/creation-skeleton.tsx'
import { nameCreation } from './name-creation.ts'

export function CreationPage() {
  const { id } = usePlace()
  const [search] = useQueryParams()
  const [isOpen, open] = useAdultGate()
  const key = search.get('key') ?? undefined
  const query = useQuery(creationQuery(id, key))
  const { data, error } = query
  const missing = isMissing(error)
  usePageTitle(missing ? 'Creation not found' : data ? nameCreation(data) : 'Creation')
  const loaded = data !== undefined
  const isProof = data?.proof !== undefined && data.proof !== null
  useEffect(() => {
    if (!loaded) return
    track('creation_viewed', { creation_id: id })
    if (readVisit().news !== 'ready') return
    announce(isProof ? 'Your proof is ready' : 'Your Creation is Ready!')
    // A return to this page or a reload is no news.
    history.replaceState({ ...history.state, news: undefined, from: undefined }, '')
  }, [loaded, id, isProof])

  if (missing && data?.proof) return <ProofEnded creation={data} declined={false} />
  if (missing) return <CreationNotFound id={id} />
  return (
    <QueryState
      query={query}
      failed="Failed to load creation"
      level={1}
      loading={<CreationSkeleton />}
      action={
        <LinkButton to="/workflows" kind="secondary">
          Browse Workflows
        </LinkButton>
      }
    >
      {(creation) =>
        creation.media?.adult && !isOpen ? (
          <AgeQuestion creation={creation} onConfirm={open} />
        ) : (
          <CreationScreen key={creation.id} creation={creation} secretKey={key} />
        )
      }
    </QueryState>
  )
}
