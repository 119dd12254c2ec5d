import type { UserInputs } from '@vignette/contract/creations.ts'
import { apiQuery } from '../../lib/api.ts'
import { call } from '../../lib/client.ts'

export const frontPageQuery = apiQuery('getFrontPage', {}, { staleTime: 60_000 })

/** Why a run would refuse these inputs, in a sentence; undefined where it would not. */
export async function readWords(
  id: string,
  inputs: UserInputs,
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = { user_inputs: inputs }
  const { refused } = await call('readWords', { params: { id }, body, signal })
  return refused[0]?.message
}

/** The server's small poster of these words, as an address for a picture. */
export async function drawFrontPoster(
  user_inputs: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  return (await call('drawFrontPoster', { body: { user_inputs }, signal })).picture
}
