import { useQuery } from '@tanstack/react-query'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { track } from '../../lib/analytics.ts'
import { ApiError, isNotFound } from '../../lib/api-error.ts'
import { creationQuery } from '../../lib/queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { CreationFailure, CreationNotFound } from './components/creation-absent.tsx'
import { CreationScreen } from './components/creation-screen.tsx'
import { CreationSkeleton } from './components/creation-skeleton.tsx'

export function CreationPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const key = search.get('key') ?? undefined
  const known = UUID_PATTERN.test(id)
  const { data, error, isPending, refetch } = useQuery({
    ...creationQuery(id, key),
    enabled: known,
  })
  usePageTitle(data ? data.workflow.name || 'AI Creation' : undefined)
  const loaded = data !== undefined
  useEffect(() => {
    if (loaded) track('creation_viewed', { creation_id: id })
  }, [loaded, id])

  if (!known || isNotFound(error)) return <CreationNotFound />
  if (data) return <CreationScreen key={data.id} creation={data} secretKey={key} />
  if (isPending) return <CreationSkeleton />
  const reason = error instanceof ApiError ? error.reason : error?.message
  return <CreationFailure {...(reason ? { reason } : {})} onRetry={() => void refetch()} />
}
