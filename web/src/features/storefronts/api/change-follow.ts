import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '../../../lib/api.ts'
import { call } from '../../../lib/client.ts'
import { followQuery } from './get-follow.ts'

export async function changeFollow(
  client: QueryClient,
  id: string,
  following: boolean,
): Promise<void> {
  await call(following ? 'follow' : 'unfollow', { params: { id } })
  client.setQueryData(followQuery(id).queryKey, { following })
  await refresh(client, 'follow')
}
