import type { QueryClient } from '@tanstack/react-query'
import { type Body, call } from '../../../lib/client.ts'
import { collectionQuery } from './get-collection.ts'

export type SavedSubject = Body<'saveToCollection'>

export async function createCollection(name: string): Promise<string> {
  return (await call('createCollection', { body: { name } })).id
}

export async function setSaved(
  client: QueryClient,
  id: string,
  subject: SavedSubject,
  saved: boolean,
): Promise<void> {
  if (saved) await call('saveToCollection', { params: { id }, body: subject })
  else await call('removeFromCollection', { params: { id, itemId: subject.id } })
  await refresh(client, id)
}

export async function updateCollection(
  client: QueryClient,
  id: string,
  change: Body<'updateCollection'>,
): Promise<void> {
  await call('updateCollection', { params: { id }, body: change })
  await refresh(client, id)
}

export async function deleteCollection(client: QueryClient, id: string): Promise<void> {
  await call('deleteCollection', { params: { id } })
  await client.invalidateQueries({ queryKey: ['listCollections'] })
}

async function refresh(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['listCollections'] }),
    client.invalidateQueries({ queryKey: collectionQuery(id).queryKey }),
  ])
}
