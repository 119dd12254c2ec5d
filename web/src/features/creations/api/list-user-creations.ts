import { PAGE } from '@vignette/contract/limits.ts'
import { apiPlaces } from '../../../lib/api.ts'
import { bySpecifiedPlace } from '../../../lib/by-place.ts'
import type { Answer } from '../../../lib/client.ts'

export const userCreationsQuery = (userId: string) =>
  apiPlaces(
    'listUserCreations',
    { params: { id: userId }, query: { limit: PAGE.profile } },
    bySpecifiedPlace<Answer<'listUserCreations'>>(
      PAGE.profile,
      (last) => typeof last.nextOffset === 'number',
    ),
    { staleTime: 15_000 },
  )
