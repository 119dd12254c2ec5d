import { call } from '../../../lib/client.ts'

/** The server's small poster of these words, as an address for a picture. */
export async function drawFrontPoster(
  user_inputs: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  return (await call('drawFrontPoster', { body: { user_inputs }, signal })).picture
}
