import { PAGE } from '@vignette/contract/limits.ts'
import { apiPlaces } from '../../../lib/api.ts'
import { bySpecifiedPlace } from '../../../lib/by-place.ts'
import type { Answer } from '../../../lib/client.ts'

export const workflowCreationsQuery = (id: string) =>
  apiPlaces(
    'listWorkflowCreations',
    { params: { id }, query: { limit: PAGE.creations, public: 'true' } },
    bySpecifiedPlace<Answer<'listWorkflowCreations'>>(PAGE.creations, (last) => last.has_more),
    { staleTime: 15_000 },
  )
