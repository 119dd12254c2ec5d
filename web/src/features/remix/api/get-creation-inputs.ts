import { call } from '../../../lib/client.ts'

export async function getCreationInputs(
  id: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  return (await call('getCreation', { params: { id }, signal })).user_inputs
}
