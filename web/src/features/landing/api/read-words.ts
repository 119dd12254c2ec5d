import type { UserInputs } from '@vignette/contract/creations.ts'
import { call } from '../../../lib/client.ts'

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
