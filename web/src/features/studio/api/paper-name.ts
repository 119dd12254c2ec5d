import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, type Body, call } from '../../../lib/client.ts'

export type PaperParty = NonNullable<Body<'updatePaperName'>['party']>

export const paperNameQuery = queryOptions({
  queryKey: ['paper-name'],
  queryFn: ({ signal }) => call('getPaperName', { signal }),
})

/** Sets or, with null, removes what statements say of the creator. */
export async function updatePaperName(
  client: QueryClient,
  party: PaperParty | null,
): Promise<Answer<'updatePaperName'>> {
  const answer = await call('updatePaperName', { body: { party } })
  client.setQueryData(paperNameQuery.queryKey, answer)
  return answer
}
