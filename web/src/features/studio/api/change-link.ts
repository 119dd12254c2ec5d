import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { linksQuery } from './list-links.ts'

export async function createLink(client: QueryClient, id: string, name: string): Promise<void> {
  await call('createLink', { params: { id, name } })
  await client.invalidateQueries({ queryKey: linksQuery(id).queryKey })
}

export async function deleteLink(client: QueryClient, id: string, name: string): Promise<void> {
  await call('deleteLink', { params: { id, name } })
  await client.invalidateQueries({ queryKey: linksQuery(id).queryKey })
}
