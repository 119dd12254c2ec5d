import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { followQuery } from './get-follow.ts'

export async function changeFollow(
  client: QueryClient,
  id: string,
  following: boolean,
): Promise<void> {
  await call(following ? 'follow' : 'unfollow', { params: { id } })
  client.setQueryData(followQuery(id).queryKey, { following })
  await client.invalidateQueries({ queryKey: ['follows'] })
}
